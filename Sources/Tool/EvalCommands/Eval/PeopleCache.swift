import CoachEngine
import CoachModel
import CommandLineSupport
import Synchronization

/// Profiles that were already read: a run needs the same ones for every sample.
final class PeopleCache: Sendable {
  private let workspace: WorkspaceOptions
  private let known = Mutex<[String: Person]>([:])

  init(_ workspace: WorkspaceOptions) {
    self.workspace = workspace
  }

  func person(_ id: String) throws -> Person {
    if let person = known.withLock({ $0[id] }) { return person }
    let person = try workspace.person(id)
    known.withLock { $0[id] = person }
    return person
  }
}
