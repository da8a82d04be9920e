import CoachEngine
import SourceFiles
import Testing

@Suite("Reading copy files")
struct CopyFileTests {
  private func error(_ text: String) -> SourceError? {
    #expect(throws: SourceError.self) { try MessageCatalog(SourceFile(path: "c.yaml", text: text)) }
  }

  @Test(
    "errors have a location and a fix",
    arguments: [
      ("offer.not_know: {en: x}\n", "yaml.unknown-key", 1, "did you mean 'offer.not_now'?"),
      ("\nusage.trial:\n  en: 'x {cuont}'\n", "copy.placeholder", 3, "did you mean 'count'?"),
      ("offer.not_now: {en: 'x {count}'}\n", "copy.placeholder", 1, "it has none"),
      ("usage.trial: {en: 'of {limit}'}\n", "copy.left-out", 1, nil),
      ("usage.trial:\n  en:\n    one: x\n    other: y\n", "copy.left-out", 4, nil),
      ("crisis.reply:\n  fr: Je suis là.\n", "copy.left-out", 2, nil),
      ("crisis.emergency:\n  fr: Appelle.\n", "copy.left-out", 2, nil),
      ("crisis.reply:\n  fr: 'Appelle {resources}.'\n", "copy.resources", 2, nil),
      ("offer.not_now:\n  en: 'a { b'\n", "copy.brace", 2, nil),
      ("offer.not_now:\n  en: 'a } b'\n", "copy.brace", 2, nil),
      ("usage.trial:\n  en: '{ count } left'\n", "copy.brace", 2, nil),
      ("offer.not_now:\n  english: no\n", "copy.language", 2, nil),
      ("offer.not_now:\n  pt-BR: a\n  pt-br: b\n", "copy.language", 3, "keep one"),
      ("offer.not_now:\n  en: {one: a, other: b}\n", "copy.forms", 2, "write one text"),
      ("usage.trial:\n  en: {other: '{count}'}\n", "yaml.missing", 2, nil),
      ("usage.trial:\n  en: {one: a, other: '{count}', few: c}\n", "yaml.unknown-key", 2, nil),
      ("offer.not_now:\n  en:\n", "yaml.type", 2, nil),
      ("offer.not_now:\n  en: '  '\n", "yaml.empty-text", 2, nil),
      ("offer.not_now: Not now\n", "yaml.type", 1, nil),
      ("offer.not_now:\n", "yaml.type", 1, nil),
      ("offer.not_now:\n  en: a\n  en: b\n", "yaml.duplicate-key", 3, nil),
      ("formats: {fr: {day: '{day}', months: []}}\n", "copy.day", 1, nil),
      ("formats:\n  fr: {day: '{day} {month}', months: [jan]}\n", "copy.months", 2, nil),
      ("- a\n", "yaml.type", 1, nil),
      ("", "yaml.empty", 1, nil),
    ])
  func mistakes(text: String, code: String, line: Int, hint: String?) {
    let first = error(text)?.diagnostics.first
    #expect(first?.code == code)
    #expect(first?.location?.line == line)
    if let hint { #expect(first?.hint == hint) }
  }

  @Test("all errors are reported at once, in file order")
  func several() {
    let found = error(
      """
      offer.not_now: {en: 'a {name}'}
      offer.later: {en: Later}
      crisis.reply: {en: Help.}
      """)
    #expect(
      found?.diagnostics.map(\.code) == [
        "copy.placeholder", "yaml.unknown-key", "copy.left-out",
      ])
  }

  @Test("a translation may leave out a limit or a date")
  func leftOut() throws {
    let table = try MessageCatalog(
      SourceFile(path: "c.yaml", text: "usage.prominent: {en: 'Still {count}.'}\n"))
    let text = MessageCatalog.builtIn.overridden(by: table).text(
      .usageProminent, in: "en", with: CopyValues(count: 1, limit: 800))
    #expect(text == "Still 1.")
  }
}
