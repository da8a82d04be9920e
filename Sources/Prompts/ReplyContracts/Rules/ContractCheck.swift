import Documents
import SourceFiles

/// A kind of rule, with what it demands. Each kind has a file of its own.
protocol ContractCheck: Sendable {
  /// The names by which front matter refers to the kind.
  static var names: [String] { get }
  /// What happens by default if the rule is broken.
  static var response: ContractResponse { get }
  /// Reads the options of a rule.
  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError)

  /// Whether the rule knows the value that should be there.
  var canRepair: Bool { get }
  /// The paths into the reply.
  var replyPaths: [ValuePath] { get }
  /// The paths into the inputs.
  var inputPaths: [ValuePath] { get }
  /// The paths into the inputs or, if they have no such place, into the reply.
  var openPaths: [ValuePath] { get }

  /// The types of values that the rule is about; empty for any.
  var types: [String] { get }

  /// Returns why the rule cannot be kept by replies of a schema, beside its places and types, in words.
  func problems(in schema: JSONValue) -> [String]

  /// Returns what a schema can say of the rule, by keyword, for the value at the rule's place.
  func keywords(with inputs: ContractInputs) -> JSONObject

  /// The schemas of what the rule adds to a reply, by name.
  var additions: JSONObject { get }

  /// Returns what breaks the rule.
  func findings(in subject: ContractSubject) -> [ContractFinding]
  /// Returns the reply with what the rule adds to it, after it was kept.
  func completed(_ subject: ContractSubject) -> JSONValue
}

extension ContractCheck {
  static var response: ContractResponse { .retry }
  var canRepair: Bool { false }
  var inputPaths: [ValuePath] { [] }
  var openPaths: [ValuePath] { [] }
  var types: [String] { [] }
  var additions: JSONObject { [:] }

  func keywords(with inputs: ContractInputs) -> JSONObject { [:] }
  func problems(in schema: JSONValue) -> [String] { [] }
  func completed(_ subject: ContractSubject) -> JSONValue { subject.reply }
}

/// The inputs of a prompt from which a schema may take limits and choices.
struct ContractInputs {
  /// All inputs. What people wrote may set a number.
  var all: JSONValue
  /// The inputs whose words may stand in a schema, which models read like instructions.
  var trusted: JSONValue
}

/// What a rule is checked against.
struct ContractSubject {
  /// The reply, an object or an array.
  var reply: JSONValue
  /// The inputs of the prompt.
  var inputs: JSONValue
  /// What else is needed.
  var references: ContractReferences

  /// Returns the texts at the places of a path in the reply.
  func texts(at path: ValuePath) -> [(location: ValueLocation, text: String)] {
    path.places(in: reply).compactMap { place in
      place.value.string.map { (place.location, $0) }
    }
  }

  /// Returns whether one of the inputs that paths begin with was given.
  func has(inputsOf paths: [ValuePath]) -> Bool {
    paths.contains { path in path.root.map { inputs[$0] != nil } ?? true }
  }

  /// Returns the texts at the places of paths in the inputs.
  func inputTexts(at paths: [ValuePath]) -> [String] {
    paths.texts(in: inputs)
  }
}

extension [ValuePath] {
  /// Returns the texts at the places of the paths.
  func texts(in value: JSONValue) -> [String] {
    flatMap { $0.values(in: value).compactMap(\.string) }
  }
}

/// Something that breaks a rule.
struct ContractFinding {
  /// The place in the reply.
  var location: ValueLocation
  /// What is wrong, in words that follow the place: "has 134 characters; the maximum is 120".
  ///
  /// It quotes neither the reply nor the inputs: operators read it, and the model has both.
  var problem: String
  /// What should be there; `nil` if the rule does not know it.
  var repair: JSONValue?
}
