@testable import CoachEngine
import Testing

@Suite("Completeness of the built-in copy")
struct BuiltInCopyTests {
  @Test("the embedded file has no errors")
  func readable() {
    let table = MessageCatalog.builtIn
    #expect(table.problem == nil)
    #expect(table.texts.count == CopyKey.builtIn.count)
    #expect(table.languages == ["de", "en", "es"])
  }

  @Test("every listed language has all texts and a date format", arguments: WrittenCopy.languages)
  func translated(language: String) throws {
    #expect(MessageCatalog.builtIn.missingKeys(in: language).isEmpty)
    let formats = try #require(MessageCatalog.builtIn.formats[language])
    #expect(Set(formats.months).count == 12)
  }

  @Test("all languages of a text have the same placeholders", arguments: WrittenCopy.all)
  func placeholders(written: WrittenCopy) {
    let names = Set(written.forms.flatMap(\.names))
    let english = WrittenCopy(style: written.style, key: written.key, language: "en")
    #expect(names == Set(english.forms.flatMap(\.names)))
  }

  @Test(
    "every placeholder that a text may have is in one of its wordings", arguments: CopyKey.builtIn)
  func usedPlaceholders(key: CopyKey) {
    let written = WrittenCopy.all.filter { $0.key == key }
    let names = Set(written.flatMap(\.forms).flatMap(\.names))
    #expect(names == Set(key.placeholders.map(\.rawValue)), "\(key.rawValue)")
  }
}
