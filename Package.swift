// swift-tools-version: 6.2
import PackageDescription

/// One target of the library: its name and the modules it may import.
///
/// The arrows are the design: a module that is not listed here cannot be imported.
func library(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports)
}

/// Tests mirror their module and may use every module below it.
func tests(
  of name: String, and others: [Target.Dependency] = [], data: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestKit"] + others, exclude: data)
}

/// The report's page: its frame, then styles and scripts in the order in which they are joined.
let reportFiles =
  (["report.html.hbs"]
  + ["page", "findings", "grid", "conversation"].map { "Styles/\($0).css" }
  + [
    "elements", "figures", "document", "words", "address", "findings", "metrics", "plots", "costs",
    "selection", "grid", "conversation", "turns", "sections", "keyboard", "report",
  ].map { "Scripts/\($0).js" }).map { Resource.embedInCode("Reports/Template/\($0)") }

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "coachkit",
  platforms: [.macOS(.v15)],
  products: [
    // What a backend embeds.
    .library(
      name: "CoachKit",
      targets: [
        "SourceFiles", "WordFolding", "Conversations", "StreamParsing", "JSONSchemas",
        "PromptTemplates", "LanguageModels", "CurlTransport", "CoachDomains", "CoachSafety",
        "CoachSignals",
        "CoachEngine",
      ]),
    .library(name: "PromptEvals", targets: ["PromptEvals"]),
    // For the tests of whoever writes a model of their own.
    .library(name: "LanguageModelConformance", targets: ["LanguageModelConformance"]),
    .executable(name: "coachkit", targets: ["coachkit"]),
  ],
  traits: [
    .default(enabledTraits: ["Evals"]),
    .trait(name: "Evals", description: "The evaluation harness and its SQLite store (GRDB)."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    library("SourceFiles"),
    library("WordFolding"),
    library("Conversations"),
    library("StreamParsing", imports: ["Conversations"]),
    library("YAMLDocument", imports: ["Conversations", "SourceFiles", "CLibYAML"]),
    library("JSONSchemas", imports: ["Conversations"]),
    library(
      "PromptTemplates", imports: ["Conversations", "JSONSchemas", "SourceFiles", "YAMLDocument"]),
    .target(
      name: "LanguageModels",
      dependencies: [
        "Conversations", "StreamParsing", "JSONSchemas",
        logging,
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      resources: [.embedInCode("Capabilities/models.json"), .embedInCode("Pricing/prices.json")]),
    library("LanguageModelConformance", imports: ["LanguageModels", "Conversations"]),
    library("CurlTransport", imports: ["LanguageModels", "CCurl"]),
    library(
      "CoachDomains", imports: ["Conversations", "SourceFiles", "WordFolding", "YAMLDocument"]),
    .target(
      name: "CoachSafety",
      dependencies: ["Conversations", "SourceFiles", "WordFolding", "YAMLDocument"],
      exclude: [
        "Guardrails/Checks", "Guardrails/reply_groups.yaml", "Personas/Rules",
        "Personas/persona_checks.yaml", "Personas/persona_groups.yaml", "Resources/resources.yaml",
        "Screening/Combinations", "Screening/Concepts", "Screening/Cues", "Screening/groups.yaml",
        "Screening/vocabulary.yaml",
      ],
      plugins: ["EmbedData"]),
    .executableTarget(name: "embed-data"),
    .plugin(name: "EmbedData", capability: .buildTool(), dependencies: ["embed-data"]),
    library("CoachSignals", imports: ["Conversations"]),
    .target(
      name: "CoachEngine",
      dependencies: [
        "Conversations", "SourceFiles", "StreamParsing", "YAMLDocument", "JSONSchemas",
        "PromptTemplates", "LanguageModels", "CoachDomains", "CoachSafety", "CoachSignals",
      ],
      resources: [.embedInCode("Copy/copy.yaml")]),
    .target(
      name: "PromptEvals",
      dependencies: [
        "Conversations", "SourceFiles", "StreamParsing", "YAMLDocument", "JSONSchemas",
        "PromptTemplates", "LanguageModels", "CoachDomains", "CoachSafety", "CoachSignals",
        "CoachEngine",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Evals"])),
      ],
      resources: reportFiles + [
        .embedInCode("Judges/Prompts/judge.v1.prompt"),
        .embedInCode("Judges/Prompts/judge-pair.v1.prompt"),
        .embedInCode("Judges/Prompts/simulated-person.v1.prompt"),
        .embedInCode("Judges/Prompts/person-check.v1.prompt"),
      ]),
    .executableTarget(
      name: "coachkit",
      dependencies: [
        "Conversations", "SourceFiles", "StreamParsing", "YAMLDocument", "JSONSchemas",
        "PromptTemplates", "LanguageModels", "CurlTransport", "CoachDomains", "CoachSafety",
        "CoachSignals", "CoachEngine", "PromptEvals", argumentParser, logging,
      ]),

    tests(of: "SourceFiles"),
    tests(of: "WordFolding"),
    tests(of: "Conversations"),
    tests(of: "StreamParsing", and: ["Conversations"], data: ["ReplyTags/Fixtures"]),
    tests(of: "YAMLDocument", and: ["SourceFiles", "Conversations"]),
    tests(of: "JSONSchemas", and: ["Conversations"]),
    tests(
      of: "PromptTemplates",
      and: ["SourceFiles", "Conversations", "JSONSchemas", "YAMLDocument"],
      data: [
        "Conformance/handlebars-cases.jsonl", "Tokens/bpe-cases.jsonl",
        "Errors/located-errors.jsonl",
      ]),
    tests(
      of: "LanguageModels",
      and: [
        "Conversations", "StreamParsing", "JSONSchemas", "TestTiming", logging,
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ], data: ["Fixtures", "Golden"]),
    tests(
      of: "LanguageModelConformance",
      and: ["Conversations", "LanguageModels", "CurlTransport", "WireFaults"]),
    // Values that tests wait for, and expectations that print what was found.
    .target(name: "TestKit", path: "Tests/TestKit"),
    // Time that passes only when every task waits.
    .target(
      name: "TestTiming", dependencies: ["LanguageModels", "TestKit"], path: "Tests/TestTiming"),
    // What servers and networks do wrong, on real sockets: for tests, and as a server for others' clients.
    .target(
      name: "WireFaults",
      dependencies: ["Conversations", "LanguageModels", "CurlTransport", "TestKit", "TestTiming"],
      path: "Tests/WireFaults"),
    .executableTarget(
      name: "wire-faults", dependencies: ["WireFaults", "LanguageModels"],
      path: "Tests/wire-faults"),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "WireFaults", "Conversations", "LanguageModels", "CurlTransport", "PromptTemplates",
        "CoachDomains", "CoachEngine", "TestKit", "TestTiming",
      ]),
    .testTarget(
      name: "InteroperabilityTests",
      dependencies: [
        "Conversations", "JSONSchemas", "LanguageModels", "CurlTransport", "TestKit",
      ]),
    tests(of: "CurlTransport", and: ["LanguageModels", "Conversations", "WireFaults"]),
    tests(
      of: "CoachDomains",
      and: ["Conversations", "JSONSchemas", "SourceFiles", "WordFolding", "YAMLDocument"]),
    tests(
      of: "CoachSafety", and: ["Conversations", "SourceFiles", "WordFolding", "YAMLDocument"]),
    tests(
      of: "CoachEngine",
      and: [
        "SourceFiles", "Conversations", "JSONSchemas", "PromptTemplates", "CoachDomains",
        "CoachSafety", "CoachSignals", "StreamParsing", "LanguageModels", "TestTiming",
        "YAMLDocument",
      ],
      data: ["Golden"]),
    tests(
      of: "PromptEvals",
      and: [
        "SourceFiles", "Conversations", "PromptTemplates", "LanguageModels", "CoachDomains",
        "CoachSafety", "CoachEngine",
        "StreamParsing", "JSONSchemas", "YAMLDocument",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Evals"])),
      ]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "coachkit", "Conversations", "LanguageModels", "PromptEvals", "TestKit", "WireFaults",
      ], exclude: ["Fixtures"]),
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
