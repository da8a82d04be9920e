// swift-tools-version: 6.2
import PackageDescription

/// One target of the library: its name and the modules it may import.
///
/// The arrows are the design: a module that is not listed here cannot be imported. Data files become part of its code.
func library(
  _ name: String, imports: [Target.Dependency] = [], and products: [Target.Dependency] = [],
  data: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: imports + products, path: path(of: name), exclude: data,
    plugins: plugins + (data.isEmpty ? [] : ["EmbedData"]))
}

// What tests of a floor may import.
let vocabulary = [
  "CoachModel", "Documents", "ReplyContracts", "SourceFiles", "StreamParsing", "TextAnalysis",
]
let models = ["LanguageModels", "ModelLayers", "ModelProviders"]
let coaching = [
  "CoachAccess", "CoachDomains", "CoachDuties", "CoachEngine", "CoachSafety", "CoachSignals",
  "Journeys",
  "PromptTemplates", "SafetyRules",
]
let evaluation = [
  "CoachBenchmarks", "CoachTranscripts", "EvalGraders", "EvalStatistics", "PromptEvals",
]

/// The floors of the house with their modules: each may import what is below it, as far as a module's list says.
let floors = [
  "Base": ["CCoachYAML", "Documents", "SourceFiles", "TestKit", "TextAnalysis"],
  "Prompts": ["CoachModel", "PromptTemplates", "ReplyContracts", "StreamParsing"],
  "Models": [
    "CCoachCurl", "CCoachZlib", "CurlNetwork", "FaultTests", "InteroperabilityTests",
    "LanguageModels",
    "ModelLayers", "ModelProviders", "ModelTestKit", "NamedModels", "TestTiming", "WireFaults",
    "wire-faults",
  ],
  "Coaching": [
    "CoachAccess", "CoachDomains", "CoachDuties", "CoachEngine", "CoachKit", "CoachKitTesting",
    "CoachSafety", "CoachSignals", "Journeys", "PersonSimulation", "SafetyRules",
  ],
  "Evaluation": [
    "CoachBenchmarks", "CoachTranscripts", "EvalGraders", "EvalStatistics", "EvalTestKit",
    "PromptEvals", "PromptEvalsTesting",
  ],
  "Service": ["CCoachPQ", "CoachServer", "PostgresUsage", "SQLiteUsage"],
  "Tool": [
    "CommandLineSupport", "CommandLineTests", "EvalCommands", "HostileInput", "attack", "coachkit",
    "compile-rules", "embed-data", "fuzz",
  ],
]

/// The path of a target: its floor, and its name.
func path(of name: String, in root: String = "Sources") -> String {
  let module = name.hasSuffix("Tests") ? String(name.dropLast(5)) : name
  let floor = floors.first { $0.value.contains(name) || $0.value.contains(module) }?.key
  return "\(root)/\(floor ?? "")/\(name)"
}

/// Tests mirror their module and may use every module below it.
func tests(
  of name: String, and modules: [String] = [], products: [Target.Dependency] = [],
  data: [String] = []
) -> Target {
  let others = modules.filter { $0 != name } + ["TestKit"]
  let tests = "\(name)Tests"
  return .testTarget(
    name: tests, dependencies: ([name] + others).map { .byName(name: $0) } + products,
    path: path(of: tests, in: "Tests"), exclude: data)
}

/// Helpers of tests, which lie beside them.
func helper(_ name: String, imports: [String] = []) -> Target {
  .target(
    name: name, dependencies: imports.map { .byName(name: $0) }, path: path(of: name, in: "Tests"))
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let database = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Evals", "SQLiteUsage"]))

/// The client library of PostgreSQL; not needed without its trait.
let postgres = Target.Dependency.target(name: "CCoachPQ", condition: .when(traits: ["Postgres"]))

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")

let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")

/// What the service is built on; neither fetched nor compiled without its trait.
let serving: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
  .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle",
    condition: .when(traits: ["Server"])),
  .product(
    name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Server"])),
  .product(
    name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
  .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["Server"])),
  .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Server"])),
  .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(
    name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
  .product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
]

let package = Package(
  name: "coachkit",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    // Prompts, models and reply tags, without anything of coaching.
    .library(
      name: "PromptKit",
      targets: ["NamedModels", "PromptTemplates", "ReplyContracts", "StreamParsing"]),
    // For apps: messages, client events, what was learned. Needs no more than FoundationEssentials.
    .library(name: "CoachClient", targets: ["CoachAccess", "CoachModel", "CoachSignals"]),
    // What a backend embeds.
    .library(name: "CoachKit", targets: ["CoachKit"]),
    // Rules that models and usage stores of your own must keep, for your tests.
    .library(name: "CoachKitTesting", targets: ["CoachKitTesting"]),
    .library(name: "EvalStatistics", targets: ["EvalStatistics"]),
    // For graders of your own.
    .library(name: "EvalGraders", targets: ["EvalGraders"]),
    .library(name: "PromptEvals", targets: ["PromptEvals"]),
    // A trait of Swift Testing with which your tests run suites, and expect their gates.
    .library(name: "PromptEvalsTesting", targets: ["PromptEvalsTesting"]),
    // A usage store in a file, with the trait of the same name.
    .library(name: "SQLiteUsage", targets: ["SQLiteUsage"]),
    // A usage store in PostgreSQL, with the trait `Postgres`.
    .library(name: "PostgresUsage", targets: ["PostgresUsage"]),
    // The HTTP service, with the trait `Server`.
    .library(name: "CoachServer", targets: ["CoachServer"]),
    .executable(name: "coachkit", targets: ["coachkit"]),
  ],
  traits: [
    .default(enabledTraits: ["Evals"]),
    .trait(name: "SQLiteUsage", description: "The usage store in SQLite (GRDB)."),
    .trait(name: "Postgres", description: "The usage store in PostgreSQL (libpq)."),
    .trait(
      name: "Server", description: "The HTTP service (Hummingbird).",
      enabledTraits: ["SQLiteUsage"]),
    .trait(name: "Evals", description: "The evaluation harness and its SQLite store (GRDB)."),
  ],
  dependencies: [
    // The oldest versions with which the libraries compile; CHANGELOG.md says which ones are tested. The command line and
    // the tests need newer ones, which a package that depends on this one does not build.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.0.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.8.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.25.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCoachCurl", path: path(of: "CCoachCurl"), pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CCoachZlib", path: path(of: "CCoachZlib"), providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCoachYAML", path: path(of: "CCoachYAML"), pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CCoachPQ", path: path(of: "CCoachPQ"), pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // Base: files, located documents, text.
    library("SourceFiles"),
    library(
      "Documents",
      imports: [
        .target(name: "CCoachYAML", condition: .when(platforms: [.linux, .macOS])), "SourceFiles",
      ]),
    library("TextAnalysis", imports: ["Documents", "SourceFiles"]),

    // Prompts: the vocabulary, templates, and what replies must keep.
    library("CoachModel", imports: ["Documents", "SourceFiles"]),
    library("StreamParsing", imports: ["CoachModel", "Documents"]),
    library("ReplyContracts", imports: ["Documents", "SourceFiles", "TextAnalysis"]),
    library(
      "PromptTemplates",
      imports: ["CoachModel", "Documents", "ReplyContracts", "SourceFiles", "TextAnalysis"]),

    // Models: protocol, providers, layers, transport, names.
    library("LanguageModels", imports: ["CoachModel", "Documents", "SourceFiles"], and: [tracing]),
    library(
      "ModelProviders",
      imports: ["CoachModel", "Documents", "LanguageModels", "SourceFiles", "StreamParsing"],
      data: ["Capabilities/models.json"]),
    library(
      "ModelLayers", imports: ["CoachModel", "Documents", "LanguageModels", "SourceFiles"],
      and: [logging, metrics, tracing], data: ["Costs/prices.json"]),
    library(
      "CurlNetwork", imports: ["CCoachCurl", "CCoachZlib", "LanguageModels", "ModelProviders"]),
    library(
      "NamedModels",
      imports: [
        "CoachModel", "CurlNetwork", "Documents", "LanguageModels", "ModelLayers",
        "ModelProviders", "SourceFiles",
      ]),

    // Coaching: domains, safety, access, what is learned, journeys, and the turn.
    library(
      "CoachDomains", imports: ["CoachModel", "Documents", "SourceFiles", "TextAnalysis"]),
    library("SafetyRules", imports: ["Documents", "SourceFiles", "TextAnalysis"]),
    library(
      "CoachSafety",
      imports: ["CoachModel", "Documents", "SafetyRules", "SourceFiles", "TextAnalysis"],
      data: ["Resources/resources.yaml"], plugins: ["CompileRules"]),
    .executableTarget(
      name: "compile-rules", dependencies: ["SafetyRules", "SourceFiles", "TextAnalysis"],
      path: path(of: "compile-rules")),
    .plugin(name: "CompileRules", capability: .buildTool(), dependencies: ["compile-rules"]),
    .executableTarget(name: "embed-data", path: path(of: "embed-data")),
    .plugin(name: "EmbedData", capability: .buildTool(), dependencies: ["embed-data"]),
    library("CoachAccess", imports: ["CoachModel", "Documents", "SourceFiles"]),
    library("CoachDuties", imports: ["CoachModel", "Documents", "SourceFiles"]),
    library(
      "CoachSignals", imports: ["CoachModel", "Documents", "SourceFiles", "TextAnalysis"]),
    library("Journeys", imports: ["CoachModel", "Documents", "ReplyContracts", "SourceFiles"]),
    library(
      "CoachEngine",
      imports: [
        "CoachAccess", "CoachDomains", "CoachDuties", "CoachModel", "CoachSafety", "CoachSignals",
        "Documents", "Journeys", "LanguageModels", "ModelLayers", "PromptTemplates",
        "ReplyContracts", "SafetyRules", "SourceFiles", "StreamParsing", "TextAnalysis",
      ],
      and: [logging], data: ["Copy/copy.yaml", "Copy/copy.plain.yaml"]),
    // What a backend imports.
    library(
      "CoachKit",
      imports: [
        "CoachAccess", "CoachDomains", "CoachDuties", "CoachEngine", "CoachModel", "CoachSafety",
        "CoachSignals", "CurlNetwork", "Documents", "Journeys", "LanguageModels", "ModelLayers",
        "ModelProviders", "NamedModels", "PromptTemplates", "ReplyContracts", "SafetyRules",
        "SourceFiles", "StreamParsing",
      ]),
    library(
      "CoachKitTesting",
      imports: ["CoachAccess", "CoachModel", "LanguageModels", "SourceFiles"]),

    // Evaluation: statistics, transcripts, graders, runs, measurements.
    library("EvalStatistics"),
    library(
      "CoachTranscripts",
      imports: ["CoachModel", "CoachSignals", "Documents", "SourceFiles", "TextAnalysis"]),
    library(
      "EvalGraders",
      imports: [
        "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals", "CoachTranscripts",
        "Documents", "EvalStatistics", "LanguageModels", "PromptTemplates", "ReplyContracts",
        "SafetyRules", "SourceFiles", "StreamParsing", "TextAnalysis",
      ],
      data: ["Judges/Prompts", "Presets/Judges", "Presets/rules.yaml"]),
    library(
      "PromptEvals",
      imports: [
        "CoachAccess", "CoachDomains", "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals",
        "CoachTranscripts", "Documents", "EvalGraders", "EvalStatistics", "LanguageModels",
        "ModelLayers", "PromptTemplates", "ReplyContracts", "SafetyRules", "SourceFiles",
        "StreamParsing", "TextAnalysis",
      ],
      and: [database], data: ["Reports/Template"]),
    library(
      "PromptEvalsTesting",
      imports: [
        "EvalGraders", "EvalStatistics", "LanguageModels", "ModelLayers", "NamedModels",
        "PromptEvals", "SourceFiles",
      ]),
    library(
      "CoachBenchmarks",
      imports: [
        "CoachDomains", "CoachModel", "CoachSafety", "CoachSignals", "CoachTranscripts",
        "Documents", "EvalGraders", "EvalStatistics", "LanguageModels", "SafetyRules",
        "SourceFiles", "TextAnalysis",
      ]),

    // Service: usage stores in databases, and HTTP.
    library(
      "SQLiteUsage", imports: ["CoachAccess", "CoachModel", "Documents", "SourceFiles"],
      and: [database]),
    library(
      "PostgresUsage",
      imports: ["CoachAccess", "CoachModel", "Documents", "SourceFiles", postgres]),
    library(
      "CoachServer",
      imports: [
        "CoachEngine", "CoachKit", "Documents", "LanguageModels", "ModelLayers", "ModelProviders",
        "SQLiteUsage", "SourceFiles",
        .target(name: "PostgresUsage", condition: .when(traits: ["Postgres"])),
      ],
      and: serving + [logging, metrics, tracing], data: ["Page"]),

    // Tool: the command line.
    library(
      "CommandLineSupport",
      imports: [
        "CoachDomains", "CoachDuties", "CoachEngine", "CoachModel", "CurlNetwork", "Documents",
        "LanguageModels", "ModelLayers", "ModelProviders", "NamedModels", "PromptTemplates",
        "SourceFiles", "TextAnalysis",
      ],
      and: [argumentParser, logging]),
    library(
      "EvalCommands",
      imports: [
        "CoachBenchmarks", "CoachDomains", "CoachDuties", "CoachEngine", "CoachModel",
        "CoachSafety", "CoachTranscripts", "CommandLineSupport", "Documents", "EvalGraders",
        "EvalStatistics", "LanguageModels", "ModelLayers", "ModelProviders", "NamedModels",
        "PromptEvals", "PromptTemplates", "SafetyRules", "SourceFiles",
      ],
      and: [argumentParser]),
    .executableTarget(
      name: "coachkit",
      dependencies: [
        "CoachAccess", "CoachDomains", "CoachDuties", "CoachEngine", "CoachModel", "CoachSafety",
        "CoachSignals", "CommandLineSupport", "CurlNetwork", "Documents", "Journeys",
        "LanguageModels", "ModelLayers", "ModelProviders", "NamedModels", "PromptTemplates",
        "ReplyContracts", "SafetyRules", "SourceFiles", "StreamParsing", "TextAnalysis",
        .target(name: "EvalCommands", condition: .when(traits: ["Evals"])),
        .target(name: "CoachServer", condition: .when(traits: ["Server"])), argumentParser, logging,
      ],
      path: path(of: "coachkit")),

    // Values that tests wait for, random numbers from a seed, files that change, and expectations that print what was
    // found.
    helper("TestKit", imports: ["SourceFiles", "TextAnalysis"]),
    // Time that passes only when every task waits.
    helper("TestTiming", imports: ["LanguageModels", "TestKit"]),
    // Models, transports and clocks for the tests of what lies around models.
    helper(
      "ModelTestKit", imports: ["CoachModel", "Documents", "LanguageModels", "ModelProviders"]),
    // People with a year of sessions of whom everything that should be learned was planted.
    helper("PersonSimulation", imports: ["CoachModel", "CoachSignals", "SourceFiles", "TestKit"]),
    // Prompts, transcripts and a bench for the tests of evaluations.
    helper(
      "EvalTestKit",
      imports: [
        "CoachEngine", "CoachModel", "EvalGraders", "LanguageModels", "PromptEvals",
        "CoachTranscripts", "PromptTemplates", "SourceFiles", "StreamParsing", "TestKit",
      ]),
    // What servers and networks do wrong, on real sockets: for tests, and as a server for others' clients.
    helper(
      "WireFaults", imports: vocabulary + models + ["CurlNetwork", "TestKit", "TestTiming"]),
    .executableTarget(
      name: "wire-faults", dependencies: ["LanguageModels", "ModelProviders", "WireFaults"],
      path: "Tests/Models/wire-faults"),
    // Readers of outside text and the texts that are hard for them: measured, attacked at random, and fuzzed.
    helper(
      "HostileInput",
      imports: vocabulary + models + coaching + [
        "CoachTranscripts", "CommandLineSupport", "ModelTestKit", "NamedModels", "TestKit",
      ]),
    .executableTarget(
      name: "attack", dependencies: ["HostileInput", "TestKit"], path: "Tests/Tool/attack"),

    tests(of: "SourceFiles"),
    tests(of: "Documents", and: vocabulary),
    tests(of: "TextAnalysis", and: vocabulary),
    tests(of: "CoachModel", and: vocabulary),
    tests(of: "StreamParsing", and: vocabulary, data: ["ReplyTags/Fixtures"]),
    tests(of: "ReplyContracts", and: vocabulary),
    tests(
      of: "PromptTemplates", and: vocabulary,
      data: [
        "Conformance/handlebars-cases.jsonl", "Tokens/bpe-cases.jsonl",
        "located-errors.jsonl",
      ]),
    tests(of: "LanguageModels", and: vocabulary + models + ["ModelTestKit", "TestTiming"]),
    tests(
      of: "ModelProviders", and: vocabulary + models + ["ModelTestKit", "TestTiming"],
      data: ["Fixtures", "Golden"]),
    tests(
      of: "ModelLayers", and: vocabulary + models + ["ModelTestKit", "TestTiming"],
      products: [
        logging, tracing,
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
    tests(
      of: "CoachKitTesting", and: vocabulary + models + ["CurlNetwork", "WireFaults"]),
    tests(of: "CurlNetwork", and: vocabulary + models + ["WireFaults"]),
    tests(of: "NamedModels", and: vocabulary + models),
    tests(of: "CoachKit"),
    tests(of: "CoachAccess", and: vocabulary + ["CoachKitTesting", "TestTiming"]),
    tests(
      of: "SQLiteUsage", and: vocabulary + models + coaching + ["CoachKitTesting"],
      products: [database]),
    tests(
      of: "PostgresUsage", and: vocabulary + ["CoachAccess", "CoachKitTesting"],
      products: [postgres]),
    tests(of: "Journeys", and: vocabulary),
    tests(of: "CoachSignals", and: vocabulary + ["PersonSimulation"]),
    tests(of: "CoachDomains", and: vocabulary),
    tests(of: "CoachDuties", and: vocabulary, data: ["Notices/Cases"]),
    tests(of: "CoachSafety", and: vocabulary + ["SafetyRules"]),
    tests(
      of: "CoachEngine",
      and: vocabulary + models + coaching + ["ModelTestKit", "PersonSimulation", "TestTiming"],
      products: [logging],
      data: ["Copy/documented-strings.yaml", "Golden"]),
    tests(
      of: "CoachServer",
      and: vocabulary + models + coaching + [
        "CoachKit", "CurlNetwork", "HostileInput", "ModelTestKit", "WireFaults",
      ],
      products: serving + [
        logging, metrics, tracing, .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    tests(of: "EvalStatistics"),
    tests(
      of: "PromptEvals", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"],
      products: [database]),
    tests(
      of: "PromptEvalsTesting", and: vocabulary + models + evaluation + ["EvalTestKit"]),
    tests(
      of: "EvalGraders", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    tests(
      of: "CoachBenchmarks", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    tests(
      of: "CoachTranscripts", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: (vocabulary + models + coaching + evaluation + [
        "CommandLineSupport", "EvalCommands", "TestKit", "WireFaults", "coachkit",
      ]).map { .byName(name: $0) }, path: path(of: "CommandLineTests", in: "Tests"),
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FaultTests",
      dependencies: (vocabulary + models + coaching + [
        "CurlNetwork", "ModelTestKit", "TestKit", "TestTiming", "WireFaults",
      ]).map { .byName(name: $0) }, path: path(of: "FaultTests", in: "Tests")),
    .testTarget(
      name: "InteroperabilityTests",
      dependencies: (vocabulary + models + ["CurlNetwork", "PromptTemplates", "TestKit"]).map {
        .byName(name: $0)
      }, path: path(of: "InteroperabilityTests", in: "Tests")),
  ],
  swiftLanguageModes: [.v6]
)

let settings: [SwiftSetting] = [
  // A protocol used as a type says so: the cost of dynamic dispatch stays visible.
  .enableUpcomingFeature("ExistentialAny"),
  // An import is an implementation detail unless it is spelled `public` or `package`.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A member is visible only where its own module is imported.
  .enableUpcomingFeature("MemberImportVisibility"),
  // An async function runs where its caller runs, so values need not be sendable to be passed on.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  // A weak capture cannot be reassigned under a concurrent reader.
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}

// Optimized even for tests, which spend most of their time in these modules; set by the Makefile.
let computing =
  vocabulary + [
    "CoachDomains", "CoachSafety", "CoachSignals", "EvalStatistics", "PromptTemplates",
    "SafetyRules",
  ]
if Context.environment["COACHKIT_OPTIMIZE"] != nil {
  for target in package.targets where computing.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}

// Coverage-guided fuzzing; `make fuzz` sets the variable to the file of libFuzzer's runtime. The tool of the build that
// links instrumented modules needs it, too.
if let runtime = Context.environment["COACHKIT_FUZZ"] {
  let linked = [LinkerSetting.unsafeFlags([runtime, "-lstdc++"])]
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["HostileInput"], path: "Tests/Tool/fuzz", exclude: ["Corpora"],
      swiftSettings: settings,
      linkerSettings: linked))
  for target in package.targets {
    if target.type == .regular {
      target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]))
    }
    if target.name == "compile-rules" { target.linkerSettings = linked }
  }
}
