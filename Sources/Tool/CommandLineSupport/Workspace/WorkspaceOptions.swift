import ArgumentParser
package import CoachDomains
package import CoachEngine
package import CoachModel
import Documents
package import PromptTemplates
package import SourceFiles

/// The folders of the content. The defaults are those of a workspace.
package struct WorkspaceOptions: ParsableArguments {
  package init() {}

  @Option(help: ArgumentHelp("The folder with the prompts.", valueName: "dir"))
  package var prompts = usualPrompts

  /// The default folder of the prompts.
  package static let usualPrompts = "Prompts"

  @Option(help: ArgumentHelp("The folder with the domains.", valueName: "dir"))
  package var domains = usualDomains

  /// The default folder of the domains.
  package static let usualDomains = "DomainConfigs"

  @Option(help: ArgumentHelp("The folder with the journeys.", valueName: "dir"))
  package var journeys = "Journeys"

  @Option(help: ArgumentHelp("The folder with the example people.", valueName: "dir"))
  package var people = "Evals/people"

  private var files: any FileSystem { DiskFileSystem() }

  package func promptLibrary() throws -> PromptLibrary {
    try PromptLibrary(folder: prompts, files: files)
  }

  package func journeyLibrary(with prompts: PromptLibrary) throws -> JourneyLibrary {
    try JourneyLibrary(folder: journeys, prompts: prompts, files: files)
  }

  package func domainLibrary() throws -> DomainLibrary {
    try DomainLibrary(folder: domains, files: files)
  }

  /// Returns the library if every file of it can be used, and throws the problems otherwise: a prompt or a
  /// comparison from which a domain is missing would look complete.
  package func completeDomainLibrary() throws -> DomainLibrary {
    let library = try domainLibrary()
    if let error = SourceError(library.diagnostics) { throw error }
    return library
  }

  /// Returns everybody in the folder of people, by id; a person about whom nothing is known if there is no such folder.
  package func everyone() throws(SourceError) -> [Person] {
    guard files.kind(of: people) == .folder else { return [Person(id: "new")] }
    let (found, problems) = try files.readAll(in: people, suffix: ".yaml") {
      file throws(SourceError) in
      try Person(file)
    }
    if let error = SourceError(problems) { throw error }
    return found.isEmpty ? [Person(id: "new")] : found
  }

  /// Returns the path of the example inputs of a prompt, which are beside the people; nil if there are none.
  package func exampleInputs(of prompt: String) -> String? {
    let path = "\(people.parentFolder)/inputs/\(prompt).yaml"
    return files.kind(of: path) == .file ? path : nil
  }

  /// Returns the search for inputs that a version requires and somebody lacks, with the people and the example inputs of the
  /// workspace.
  package func requiredInputs(in library: PromptLibrary) throws -> RequiredInputs {
    var examples: [String: JSONObject] = [:]
    for name in Set(library.templates.map(\.name)) {
      guard let path = exampleInputs(of: name) else { continue }
      examples[name] = try DocumentNode.read(files.read(path)).json.object
    }
    // Without domains, everything else is checked.
    let known = (try? domainLibrary().domains) ?? []
    return RequiredInputs(people: try everyone(), domains: known, examples: examples)
  }

  /// Returns the person that a user names by a path, or by an id in the folder of people. Without a name,
  /// returns a person about whom nothing is known.
  package func person(_ name: String?) throws -> Person {
    guard let name else { return Person(id: "new") }
    return try Person(named: name, in: people, from: files)
  }
}
