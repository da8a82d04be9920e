import ArgumentParser
package import CoachDomains
package import CoachEngine
package import CoachModel
package import PromptTemplates
import SourceFiles

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

  /// Returns the person that a user names by a path, or by an id in the folder of people. Without a name,
  /// returns a person about whom nothing is known.
  package func person(_ name: String?) throws -> Person {
    guard let name else { return Person(id: "new") }
    if name.contains("/") || name.hasSuffix(".yaml") { return try Person(files.read(name)) }
    let path = "\(people)/\(name).yaml"
    guard files.kind(of: path) != nil else {
      let ids = (try? files.names(in: people))?.filter { $0.hasSuffix(".yaml") } ?? []
      throw SourceError(
        Diagnostic(
          "person.unknown", "no person '\(name)' in \(people)",
          hint: ids.map { String($0.dropLast(".yaml".count)) }.hint(for: name)
            ?? "name a file, or an id in \(people)"))
    }
    return try Person(files.read(path))
  }
}
