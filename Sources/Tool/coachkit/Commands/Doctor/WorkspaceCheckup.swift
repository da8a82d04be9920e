import CoachDomains
import CoachModel
import CommandLineSupport
import LanguageModels
import ModelLayers
import NamedModels
import PromptTemplates
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the folders of a workspace, and the tables that the environment names.
struct WorkspaceCheckup {
  private let factory: ModelFactory
  private let workspace: WorkspaceOptions

  init(factory: ModelFactory, workspace: WorkspaceOptions) {
    self.factory = factory
    self.workspace = workspace
  }

  func findings() -> [DoctorFinding] {
    [prompts(), domains(), capabilities(), prices()]
  }

  private func prompts() -> DoctorFinding {
    folder(workspace.prompts, name: "prompts", command: "coachkit prompts check") {
      let library = try workspace.promptLibrary()
      return (library.templates.count, library.diagnostics)
    }
  }

  private func domains() -> DoctorFinding {
    folder(workspace.domains, name: "domains", command: "coachkit domains list") {
      let library = try workspace.domainLibrary()
      return (library.domains.count, library.diagnostics)
    }
  }

  private func folder(
    _ path: String, name: String, command: String,
    read: () throws -> (count: Int, diagnostics: [Diagnostic])
  ) -> DoctorFinding {
    guard DiskFileSystem().kind(of: path) != nil else {
      return DoctorFinding(
        area: "workspace", name: name, state: .missing, text: "there is no folder \(path) here",
        hint: "go to a workspace, or name the folder with --\(name)")
    }
    do {
      let (count, diagnostics) = try read()
      let problems = diagnostics.count
      return DoctorFinding(
        area: "workspace", name: name, state: problems == 0 ? .fine : .wrong,
        text: problems == 0
          ? "\(count) in \(path)" : "\(problems) problem\(problems == 1 ? "" : "s") in \(path)",
        hint: problems == 0 ? nil : "run '\(command)' to see them")
    } catch {
      return DoctorFinding(
        area: "workspace", name: name, state: .wrong, text: "\(path) cannot be read",
        hint: "run '\(command)'")
    }
  }

  private func capabilities() -> DoctorFinding {
    let name = factory.resolver.environment["COACHKIT_MODELS"].map { "\($0) and this version's" }
    return table("models", text: name ?? "this version's table") { _ = try factory.capabilities() }
  }

  private func prices() -> DoctorFinding {
    let own = factory.resolver.environment["COACHKIT_PRICES"]
    let updated = (try? factory.prices())?.updated
    let age = updated.map {
      CalendarDay(unixTime: Date().timeIntervalSince1970).number - $0.number
    }
    var finding = table(
      "prices", text: own.map { "\($0) and this version's" } ?? "this version's table"
    ) {
      _ = try factory.prices()
    }
    if finding.state == .fine, let updated {
      finding.text += ", reviewed on \(updated)"
      if let age, age > 90 {
        finding.state = .missing
        finding.hint = "prices may have changed: name a newer file in COACHKIT_PRICES"
      }
    }
    return finding
  }

  private func table(_ name: String, text: String, read: () throws -> Void) -> DoctorFinding {
    do {
      try read()
      return DoctorFinding(area: "workspace", name: name, state: .fine, text: text)
    } catch let error as CommandError {
      return DoctorFinding(
        area: "workspace", name: name, state: .wrong, text: error.message, hint: error.hint)
    } catch let error as SourceError {
      let first = error.diagnostics[0]
      return DoctorFinding(
        area: "workspace", name: name, state: .wrong,
        text: first.location.map { "\($0): \(first.message)" } ?? first.message, hint: first.hint)
    } catch {
      return DoctorFinding(area: "workspace", name: name, state: .wrong, text: "\(error)")
    }
  }
}
