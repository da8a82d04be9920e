@testable import CoachEngine
import SourceFiles
import TestKit
import Testing

@Suite("A file of copy that changes")
struct LiveCopyTests {
  private func file(_ text: String) -> ChangingFiles {
    ChangingFiles(["texts/copy.yaml": text, "texts/other.yaml": "not copy"])
  }

  private static let changed = "offer.not_now: {en: Later}\n"

  @Test("the file's texts override the others, and take effect when it is edited")
  func edited() throws {
    let files = file(Self.changed)
    let live = try LiveMessageCatalog(path: "texts/copy.yaml", over: .plain, files: files)
    #expect(live.current.text(.offerNotNow, in: "en") == "Later")
    #expect(live.current.text(.offerNotNow, in: "es") == "Ahora no")
    #expect(
      live.current.text(.trainerIntake, in: "en")
        == MessageCatalog.plain.text(.trainerIntake, in: "en"))
    #expect(try live.reload() == nil)
    files.set(
      "texts/copy.yaml", "offer.not_now: {en: Another time}\noffer.check_in_yes: {fr: Oui}\n")
    let reload = try #require(try live.reload())
    #expect(reload.changed == ["offer.check_in_yes", "offer.not_now"])
    #expect(reload.kept.isEmpty && reload.diagnostics.isEmpty)
    #expect(live.current.text(.offerNotNow, in: "en") == "Another time")
    #expect(live.current.text(.offerCheckInYes, in: "fr") == "Oui")
  }

  @Test(
    "a broken edit keeps the last good texts and is reported, with its location, until it is repaired"
  )
  func broken() throws {
    let files = file(Self.changed)
    let live = try LiveMessageCatalog(path: "texts/copy.yaml", files: files)
    files.set("texts/copy.yaml", "\noffer.not_know: {en: x}\n")
    let reload = try #require(try live.reload())
    #expect(reload.kept == ["copy"] && reload.changed.isEmpty)
    let problem = try #require(reload.diagnostics.first)
    #expect(problem.location?.description == "texts/copy.yaml:2:1")
    #expect(problem.hint == "did you mean 'offer.not_now'?")
    #expect(live.current.text(.offerNotNow, in: "en") == "Later" && live.diagnostics.count == 1)
    files.set("texts/copy.yaml", nil)
    #expect(try live.reload()?.kept == ["copy"])
    #expect(live.current.text(.offerNotNow, in: "en") == "Later")
    files.set("texts/copy.yaml", Self.changed)
    #expect(try live.reload()?.kept == [] && live.diagnostics.isEmpty)
  }

  @Test("a file that is broken at the start, or is not there, is refused")
  func start() {
    let error = #expect(throws: SourceError.self) {
      try LiveMessageCatalog(
        path: "texts/copy.yaml", files: file("usage.trial: {en: {other: '{count}'}}\n"))
    }
    #expect(error?.diagnostics.first?.code == "yaml.missing")
    let missing = #expect(throws: SourceError.self) {
      try LiveMessageCatalog(path: "texts/none.yaml", files: file(Self.changed))
    }
    #expect(missing?.diagnostics.first?.code == "file.missing")
  }

  @Test("a service shows the texts of the file that it follows")
  func followed() async throws {
    let files = file("failure.unreachable: {en: Nobody is there.}\n")
    let live = try LiveMessageCatalog(path: "texts/copy.yaml", files: files)
    var service = try TurnScene(strong: ["Yes."]).service
    service.follow(live)
    #expect(service.copy.text(.failureUnreachable, in: "en") == "Nobody is there.")
    files.set("texts/copy.yaml", "failure.unreachable: {en: Not now.}\n")
    _ = try live.reload()
    #expect(service.copy.text(.failureUnreachable, in: "en") == "Not now.")
  }
}
