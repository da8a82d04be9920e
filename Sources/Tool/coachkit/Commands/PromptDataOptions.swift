import ArgumentParser
import CoachDomains
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import PromptTemplates
import SourceFiles

/// Options for the data that fills a prompt.
struct PromptDataOptions: ParsableArguments {
  // A list, so that a second one is refused instead of replacing the first.
  @Option(
    name: .customLong("person"), parsing: .singleValue,
    help: ArgumentHelp("The person: an id in the folder of people, or a file.", valueName: "who"))
  var people: [String] = []

  /// The person; nil for somebody of whom nothing is known.
  var person: String? { people.first }

  @Option(help: ArgumentHelp("The domain, if the prompt uses one.", valueName: "id"))
  var domain: String?

  @Option(help: ArgumentHelp("A file with a creator's persona.", valueName: "file"))
  var persona: String?

  @Option(help: ArgumentHelp("The day, as 2026-11-21.", valueName: "date"))
  var today: String?

  @Option(
    name: [.customLong("inputs"), .customLong("input")],
    help: ArgumentHelp(
      "A YAML or JSON file with more inputs, by name; '-' for standard input.", valueName: "file"))
  var inputs: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("Set an input, overriding all other sources.", valueName: "name=value"))
  var settings: [String] = []

  func validate() throws {
    guard people.count < 2 else {
      throw ValidationError(
        "--person is given \(people.count) times, and a prompt is for one person: repeat the command."
      )
    }
  }

  private static func values(in file: SourceFile) throws -> JSONObject {
    let node = try DocumentNode.read(file)
    guard let object = node.json.object else {
      throw node.error(
        .type, "a file of inputs has names and values, not \(node.kindName)",
        hint: node.format == .json ? "write {\"name\": value}" : "write name: value")
    }
    return object
  }

  /// The data that the options name, except the person.
  struct Values {
    var domain: DomainConfig?
    var persona: Persona?
    var inputs: JSONObject
    var today: CalendarDay?
  }

  /// Reads the data that the options name, except the person.
  func values(in workspace: WorkspaceOptions) throws -> Values {
    let files = DiskFileSystem()
    var values: JSONObject = [:]
    if let inputs {
      let file =
        inputs == "-"
        ? SourceFile(path: "standard input", text: Terminal.readAll()) : try files.read(inputs)
      values = try Self.values(in: file)
    }
    for (name, value) in try InputValues.read(settings) { values[name] = value }
    let day = today.flatMap { CalendarDay($0) }
    guard today == nil || day != nil else {
      throw ValidationError("--today is a day such as 2026-11-21.")
    }
    return Values(
      domain: try domain.map { try workspace.domainLibrary().domain($0) },
      persona: try persona.map { try Persona(files.read($0)) }, inputs: values, today: day)
  }

  /// Returns the data to compare versions of a prompt with: of everybody if the options name no person.
  ///
  /// - Parameters:
  ///   - prompt: The name of the prompt, whose example inputs are used if the options name no file.
  ///   - names: The inputs of the versions.
  func courseData(
    for prompt: String, taking names: Set<String>, in workspace: WorkspaceOptions
  ) throws -> CourseData {
    let asked = try values(in: workspace)
    var data = CourseData(
      people: try person.map { [try workspace.person($0)] } ?? workspace.everyone())
    data.domain = asked.domain
    data.domains =
      names.isDisjoint(with: ["domain", "domains"])
      ? [] : try workspace.completeDomainLibrary().domains
    data.persona = asked.persona
    data.today = today
    data.values = asked.inputs
    data.chosen = Set(asked.inputs.keys)
    if inputs == nil, let path = workspace.exampleInputs(of: prompt) {
      for (name, value) in try Self.values(in: DiskFileSystem().read(path))
      where data.values[name] == nil {
        data.values[name] = value
      }
    }
    return data
  }

  /// Says which values of --set change nothing, since they would go unnoticed.
  func noteIdleSettings(
    _ request: AssemblyRequest, rendered: RenderedPrompt, assembler: PromptAssembler
  ) throws {
    let text = rendered.text
    let leftOut = rendered.leftOutInputs.map(\.path)
    for name in try InputValues.read(settings).keys where !leftOut.contains(name) {
      var without = request
      without.values[name] = nil
      guard (try? assembler.assemble(without))?.text == text else { continue }
      Terminal.printError(
        "note: --set \(name) changes nothing here: the text is the same without it".inked(.yellow))
    }
  }

  /// Says that a prompt is the same for everyone.
  static func noteIgnoredPerson(_ person: String, by prompt: String) {
    Terminal.printError(
      "note: \(prompt) has no place for what is known of '\(person)': it is the same for everyone"
        .inked(.yellow))
  }

  /// Returns the request to assemble a prompt.
  func request(
    for reference: PromptReference, in workspace: WorkspaceOptions, from library: PromptLibrary
  ) throws -> AssemblyRequest {
    let asked = try values(in: workspace)
    let takesDomains = try library.prompt(reference).inputNames.contains("domains")
    return AssemblyRequest(
      prompt: reference, person: try workspace.person(person), domain: asked.domain,
      domains: takesDomains ? try workspace.completeDomainLibrary().domains : [],
      persona: asked.persona, today: today, values: asked.inputs)
  }
}

extension PromptReference {
  /// Parses a reference that a user typed. Throws a `ValidationError` if it is malformed.
  init(argument text: String) throws {
    guard let reference = PromptReference(text) else {
      throw ValidationError("'\(text)' is not a prompt's name; write name or name@version.")
    }
    self = reference
  }
}
