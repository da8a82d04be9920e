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
    name: name, dependencies: imports + products, exclude: data,
    plugins: plugins + (data.isEmpty ? [] : ["EmbedData"]))
}

// What tests of a layer may import.
let vocabulary = [
  "CoachModel", "Documents", "JSON", "Phrases", "ReplyContracts", "SourceFiles", "StreamParsing",
  "TextAnalysis",
]
let models = ["LanguageModels", "ModelMiddleware", "ModelProviders"]
let coaching = [
  "CoachAccess", "CoachDomains", "CoachEngine", "CoachSafety", "CoachSignals", "Journeys",
  "PersonaReview", "PromptTemplates", "SafetyRules",
]
let evaluation = [
  "EvalGraders", "EvalReports", "EvalStatistics", "PromptEvals", "CoachBenchmarks", "Transcripts",
]

/// Tests mirror their module and may use every module below it.
func tests(
  of name: String, and modules: [String] = [], products: [Target.Dependency] = [],
  data: [String] = []
) -> Target {
  let others = modules.filter { $0 != name } + ["TestKit"]
  return .testTarget(
    name: "\(name)Tests", dependencies: ([name] + others).map { .byName(name: $0) } + products,
    exclude: data)
}

/// Helpers of tests, which lie beside them.
func helper(_ name: String, imports: [String] = []) -> Target {
  .target(name: name, dependencies: imports.map { .byName(name: $0) }, path: "Tests/\(name)")
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let database = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Evals", "SQLiteUsage"]))

/// The client library of PostgreSQL; not needed without its trait.
let postgres = Target.Dependency.target(name: "CLibPQ", condition: .when(traits: ["Postgres"]))

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
  .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(
    name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
]

let package = Package(
  name: "coachkit",
  platforms: [.macOS(.v15)],
  products: [
    // What a backend embeds.
    .library(name: "CoachKit", targets: ["CoachKit"]),
    .library(name: "EvalStatistics", targets: ["EvalStatistics"]),
    .library(name: "PromptEvals", targets: ["PromptEvals", "EvalReports"]),
    // For graders of your own.
    .library(name: "EvalGraders", targets: ["EvalGraders"]),
    // For the tests of whoever writes a model of their own.
    .library(name: "LanguageModelConformance", targets: ["LanguageModelConformance"]),
    // A usage store in a file, with the trait of the same name.
    .library(name: "SQLiteUsage", targets: ["SQLiteUsage"]),
    // A usage store in PostgreSQL, with the trait `Postgres`.
    .library(name: "PostgresUsage", targets: ["PostgresUsage"]),
    // For the tests of whoever writes a usage store of their own.
    .library(name: "UsageStoreConformance", targets: ["UsageStoreConformance"]),
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
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.25.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // Files and text.
    library("SourceFiles"),
    library("Documents", imports: ["CLibYAML", "SourceFiles"]),
    library("RegularExpressions"),
    library("JSON", imports: ["Documents", "RegularExpressions", "SourceFiles"]),
    library("Phrases", imports: ["Documents", "SourceFiles"]),
    library("TextAnalysis", imports: ["Phrases", "SourceFiles"]),
    library("TextClassification", imports: ["Phrases"]),
    // Vocabulary.
    library("CoachModel", imports: ["Documents", "JSON", "SourceFiles"]),
    // Streams and prompts.
    library("StreamParsing", imports: ["CoachModel", "JSON"]),
    library(
      "ReplyContracts",
      imports: ["Documents", "JSON", "RegularExpressions", "SourceFiles", "TextAnalysis"]),
    library(
      "PromptTemplates",
      imports: [
        "CoachModel", "Documents", "JSON", "ReplyContracts", "SourceFiles", "TextAnalysis",
      ]),
    // Models.
    library("LanguageModels", imports: ["CoachModel", "JSON", "SourceFiles"], and: [tracing]),
    library(
      "ModelProviders",
      imports: ["CoachModel", "JSON", "LanguageModels", "SourceFiles", "StreamParsing"],
      data: ["Capabilities/models.json"]),
    library(
      "ModelMiddleware", imports: ["CoachModel", "JSON", "LanguageModels", "SourceFiles"],
      and: [logging, metrics, tracing],
      data: ["Costs/prices.json"]),
    library("LanguageModelConformance", imports: ["CoachModel", "LanguageModels"]),
    library("CurlTransport", imports: ["CCurl", "LanguageModels", "ModelProviders"]),
    library(
      "NamedModels",
      imports: [
        "CoachModel", "CurlTransport", "Documents", "LanguageModels", "ModelMiddleware",
        "ModelProviders", "SourceFiles",
      ]),
    // Coaching.
    library(
      "CoachDomains",
      imports: [
        "CoachModel", "Documents", "JSON", "Phrases", "SourceFiles", "TextClassification",
      ]),
    library(
      "SafetyRules",
      imports: ["Documents", "Phrases", "SourceFiles", "TextClassification"]),
    library(
      "CoachSafety",
      imports: [
        "CoachModel", "Documents", "JSON", "Phrases", "SafetyRules", "SourceFiles", "TextAnalysis",
        "TextClassification",
      ],
      data: ["Resources/resources.yaml"], plugins: ["CompileRules"]),
    library(
      "PersonaReview",
      imports: ["CoachModel", "JSON", "Phrases", "SafetyRules", "TextAnalysis"],
      plugins: ["CompileRules"]),
    .executableTarget(
      name: "compile-rules", dependencies: ["Phrases", "SafetyRules", "SourceFiles"]),
    .plugin(name: "CompileRules", capability: .buildTool(), dependencies: ["compile-rules"]),
    .executableTarget(name: "embed-data"),
    .plugin(name: "EmbedData", capability: .buildTool(), dependencies: ["embed-data"]),
    library("CoachAccess", imports: ["CoachModel", "Documents", "JSON", "SourceFiles"]),
    library(
      "CoachSignals",
      imports: ["CoachModel", "Documents", "JSON", "Phrases", "SourceFiles", "TextAnalysis"]),
    library(
      "Journeys", imports: ["CoachModel", "Documents", "JSON", "ReplyContracts", "SourceFiles"]),
    library("UsageStoreConformance", imports: ["CoachAccess", "CoachModel", "SourceFiles"]),
    library(
      "SQLiteUsage", imports: ["CoachAccess", "CoachModel", "JSON", "SourceFiles"], and: [database]),
    library(
      "PostgresUsage", imports: ["CoachAccess", "CoachModel", "JSON", "SourceFiles", postgres]),
    library(
      "CoachEngine",
      imports: [
        "CoachAccess", "CoachDomains", "CoachModel", "CoachSafety", "CoachSignals", "Documents",
        "Journeys", "JSON", "LanguageModels", "ModelMiddleware", "PersonaReview", "PromptTemplates",
        "ReplyContracts", "SafetyRules", "SourceFiles", "StreamParsing", "TextAnalysis",
      ],
      and: [logging], data: ["Copy/copy.yaml"]),
    // What a backend imports.
    library(
      "CoachKit",
      imports: [
        "CoachAccess", "CoachDomains", "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals",
        "CurlTransport", "JSON", "Journeys", "LanguageModels", "ModelMiddleware", "ModelProviders",
        "NamedModels", "PersonaReview", "PromptTemplates", "ReplyContracts", "SafetyRules",
        "SourceFiles", "StreamParsing",
      ]),
    // The service.
    library(
      "CoachServer",
      imports: [
        "CoachEngine", "CoachKit", "JSON", "ModelMiddleware", "ModelProviders", "SQLiteUsage",
        "SourceFiles",
        "Documents",
        .target(name: "PostgresUsage", condition: .when(traits: ["Postgres"])),
      ],
      and: serving + [logging, metrics, tracing], data: ["Page"]),
    // Evaluation.
    library("EvalStatistics"),
    library("ClassifierTraining", imports: ["EvalStatistics", "TextClassification"]),
    library(
      "Transcripts",
      imports: [
        "CoachModel", "CoachSignals", "Documents", "JSON", "SourceFiles", "TextAnalysis",
      ]),
    library(
      "EvalGraders",
      imports: [
        "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals", "Documents", "EvalStatistics",
        "JSON", "LanguageModels", "PromptTemplates", "RegularExpressions", "ReplyContracts",
        "SafetyRules", "SourceFiles", "StreamParsing", "TextAnalysis", "Transcripts",
      ],
      data: ["Judges/Prompts", "Presets/rules.yaml"]),
    library(
      "PromptEvals",
      imports: [
        "CoachAccess", "CoachDomains", "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals",
        "Documents", "EvalGraders", "EvalStatistics", "JSON", "LanguageModels", "ModelMiddleware",
        "PromptTemplates", "ReplyContracts", "SafetyRules", "SourceFiles", "StreamParsing",
        "TextAnalysis", "Transcripts",
      ],
      and: [database]),
    library(
      "EvalReports",
      imports: [
        "CoachModel", "CoachSafety", "EvalGraders", "EvalStatistics", "JSON", "PromptEvals",
        "PromptTemplates", "SourceFiles",
      ],
      data: ["Template"]),
    library(
      "CoachBenchmarks",
      imports: [
        "ClassifierTraining", "CoachDomains", "CoachModel", "CoachSafety", "CoachSignals",
        "EvalGraders",
        "EvalStatistics", "JSON", "LanguageModels", "SafetyRules", "SourceFiles",
        "TextAnalysis", "TextClassification", "Transcripts",
      ]),
    // The tool.
    library(
      "CommandLineSupport",
      imports: [
        "CoachDomains", "CoachEngine", "CoachModel", "CurlTransport", "Documents", "JSON",
        "LanguageModels", "ModelMiddleware", "ModelProviders", "NamedModels", "PromptTemplates",
        "SourceFiles", "TextAnalysis",
      ],
      and: [argumentParser, logging]),
    library(
      "EvalCommands",
      imports: [
        "CoachDomains", "CoachEngine", "CoachModel", "CoachSafety", "CommandLineSupport",
        "EvalGraders",
        "EvalReports", "EvalStatistics", "JSON", "LanguageModels", "ModelMiddleware",
        "ModelProviders", "NamedModels", "PromptEvals", "PromptTemplates", "CoachBenchmarks",
        "SafetyRules", "SourceFiles", "Transcripts",
      ],
      and: [argumentParser]),
    .executableTarget(
      name: "coachkit",
      dependencies: [
        "CoachAccess", "CoachDomains", "CoachEngine", "CoachModel", "CoachSafety", "CoachSignals",
        "CommandLineSupport", "CurlTransport", "JSON", "Journeys", "LanguageModels", "NamedModels",
        "ModelMiddleware", "ModelProviders",
        "PersonaReview", "PromptTemplates", "ReplyContracts", "SafetyRules", "SourceFiles",
        "StreamParsing", "TextAnalysis", "Documents",
        .target(name: "EvalCommands", condition: .when(traits: ["Evals"])),
        .target(name: "CoachServer", condition: .when(traits: ["Server"])), argumentParser, logging,
      ]),

    // Values that tests wait for, random numbers from a seed, files that change, and expectations that print what was
    // found.
    helper("TestKit", imports: ["Phrases", "SourceFiles"]),
    // Time that passes only when every task waits.
    helper("TestTiming", imports: ["LanguageModels", "TestKit"]),
    // Models, transports and clocks for the tests of what lies around models.
    helper("ModelTestKit", imports: ["CoachModel", "JSON", "LanguageModels", "ModelProviders"]),
    // People with a year of sessions of whom everything that should be learned was planted.
    helper("PersonSimulation", imports: ["CoachModel", "CoachSignals", "SourceFiles", "TestKit"]),
    // Prompts, transcripts and a bench for the tests of evaluations.
    helper(
      "EvalTestKit",
      imports: [
        "CoachEngine", "CoachModel", "EvalGraders", "LanguageModels", "PromptEvals",
        "PromptTemplates", "SourceFiles", "StreamParsing", "TestKit", "Transcripts",
      ]),
    // What servers and networks do wrong, on real sockets: for tests, and as a server for others' clients.
    helper(
      "WireFaults", imports: vocabulary + models + ["CurlTransport", "TestKit", "TestTiming"]),
    .executableTarget(
      name: "wire-faults", dependencies: ["LanguageModels", "ModelProviders", "WireFaults"],
      path: "Tests/wire-faults"),
    // Readers of outside text and the texts that are hard for them: measured, attacked at random, and fuzzed.
    helper(
      "HostileInput",
      imports: vocabulary + models + coaching + [
        "CommandLineSupport", "ModelTestKit", "NamedModels", "RegularExpressions", "TestKit",
        "Transcripts",
      ]),
    .executableTarget(
      name: "attack", dependencies: ["HostileInput", "TestKit"], path: "Tests/attack"),

    tests(of: "SourceFiles"),
    tests(of: "RegularExpressions"),
    tests(of: "JSON", and: vocabulary),
    tests(of: "Documents", and: vocabulary),
    tests(of: "Phrases", and: vocabulary),
    tests(of: "TextAnalysis", and: vocabulary),
    tests(of: "TextClassification", and: ["Phrases"]),
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
      of: "ModelMiddleware", and: vocabulary + models + ["ModelTestKit", "TestTiming"],
      products: [
        logging, tracing,
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
    tests(
      of: "LanguageModelConformance", and: vocabulary + models + ["CurlTransport", "WireFaults"]),
    tests(of: "CurlTransport", and: vocabulary + models + ["WireFaults"]),
    tests(of: "NamedModels", and: vocabulary + models),
    tests(of: "CoachKit"),
    tests(of: "CoachAccess", and: vocabulary + ["TestTiming", "UsageStoreConformance"]),
    tests(
      of: "SQLiteUsage", and: vocabulary + models + coaching + ["UsageStoreConformance"],
      products: [database]),
    tests(
      of: "PostgresUsage", and: vocabulary + ["CoachAccess", "UsageStoreConformance"],
      products: [postgres]),
    tests(of: "Journeys", and: vocabulary),
    tests(of: "CoachSignals", and: vocabulary + ["PersonSimulation"]),
    tests(of: "CoachDomains", and: vocabulary + ["TextClassification"]),
    tests(of: "CoachSafety", and: vocabulary + ["SafetyRules", "TextClassification"]),
    tests(of: "PersonaReview", and: vocabulary + ["CoachSafety", "SafetyRules"]),
    tests(
      of: "CoachEngine",
      and: vocabulary + models + coaching + ["ModelTestKit", "PersonSimulation", "TestTiming"],
      products: [logging],
      data: ["Golden"]),
    tests(
      of: "CoachServer",
      and: vocabulary + models + coaching + [
        "CoachKit", "CurlTransport", "HostileInput", "ModelTestKit",
      ],
      products: serving + [
        logging, metrics, tracing, .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    tests(of: "EvalStatistics"),
    tests(of: "ClassifierTraining", and: ["TextClassification"]),
    tests(
      of: "PromptEvals", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"],
      products: [database]),
    tests(
      of: "EvalGraders", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    tests(
      of: "EvalReports", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    tests(
      of: "CoachBenchmarks", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    tests(
      of: "Transcripts", and: vocabulary + models + coaching + evaluation + ["EvalTestKit"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: (vocabulary + models + coaching + evaluation + [
        "CommandLineSupport", "EvalCommands", "TestKit", "WireFaults", "coachkit",
      ]).map { .byName(name: $0) }, exclude: ["Fixtures"]),
    .testTarget(
      name: "FaultTests",
      dependencies: (vocabulary + models + coaching + [
        "CurlTransport", "TestKit", "TestTiming", "WireFaults",
      ]).map { .byName(name: $0) }),
    .testTarget(
      name: "InteroperabilityTests",
      dependencies: (vocabulary + models + ["CurlTransport", "PromptTemplates", "TestKit"]).map {
        .byName(name: $0)
      }),
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
    "RegularExpressions", "SafetyRules", "TextClassification",
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
      name: "fuzz", dependencies: ["HostileInput"], path: "Tests/fuzz", exclude: ["Corpora"],
      swiftSettings: settings,
      linkerSettings: linked))
  for target in package.targets {
    if target.type == .regular {
      target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]))
    }
    if target.name == "compile-rules" { target.linkerSettings = linked }
  }
}
