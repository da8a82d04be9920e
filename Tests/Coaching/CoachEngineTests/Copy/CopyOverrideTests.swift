@testable import CoachEngine
import CoachModel
import SourceFiles
import Testing

@Suite("Overriding copy")
struct CopyOverrideTests {
  @Test("texts are replaced individually, the rest stays")
  func replaces() throws {
    let own = try MessageCatalog(
      own:
        """
        refusal.paywall:
          en: Shall we go on?
        refusal.period_limit:
          fr: "On reprend le {date}."
        """)
    let both = MessageCatalog.builtIn.overridden(by: own)
    #expect(both.text(.refusalPaywall, in: "en") == "Shall we go on?")
    #expect(both.text(.refusalPaywall, in: "fr") == "Shall we go on?")
    #expect(
      both.text(.refusalPaywall, in: "de") == MessageCatalog.builtIn.text(.refusalPaywall, in: "de")
    )
    #expect(both.languages == ["de", "en", "es", "fr"])
  }

  @Test("overriding one text leaves the others built-in")
  func alone() throws {
    let own = try MessageCatalog(own: "refusal.paywall:\n  en: Shall we go on?")
    let values = CopyValues(emergencyNumber: "112")
    #expect(own.text(.refusalPaywall, in: "en") == "Shall we go on?")
    #expect(
      own.text(.crisisEmergency, in: "de", with: values)
        == MessageCatalog.builtIn.text(.crisisEmergency, in: "de", with: values))
  }

  @Test("a language without formats uses plain dates and numbers")
  func plainFormats() throws {
    let own = try MessageCatalog(
      own:
        """
        usage.prominent:
          fr: "Encore {count} sur {limit}, puis le {date}."
        """)
    let values = CopyValues(count: 40, limit: 1_200, date: CalendarDay("2027-03-05"))
    let both = MessageCatalog.builtIn.overridden(by: own)
    #expect(
      both.text(.usageProminent, in: "fr", with: values)
        == "Encore 40 sur 1200, puis le 2027-03-05.")
  }

  @Test("a country may have its own date format")
  func ownFormats() throws {
    let months = (1...12).map { "m\($0)" }.joined(separator: ", ")
    let own = try MessageCatalog(
      own: "formats: {en-GB: {day: '{day} {month}', months: [\(months)]}}\n")
    let both = MessageCatalog.builtIn.overridden(by: own)
    let values = CopyValues(date: CalendarDay("2027-03-05"))
    #expect(both.text(.usageUsedUp, in: "en-GB", with: values).contains("From 5 m3 we"))
    #expect(both.text(.usageUsedUp, in: "en-US", with: values).contains("From March 5 we"))
  }

  @Test("a product's own texts are declared, may use every placeholder, and can be missing, too")
  func own() throws {
    let key = CopyKey("trainer.tip")
    let file = SourceFile(
      path: "copy.yaml",
      text: """
        trainer.tip:
          en: {one: "One day left.", other: "{count} days left, until {date}."}
          de: Weiter so.
        """)
    let both = MessageCatalog.builtIn.overridden(by: try MessageCatalog(file, keys: [key]))
    #expect(both.text(key, in: "de-AT") == "Weiter so.")
    let values = CopyValues(count: 3, date: CalendarDay("2027-03-05"))
    #expect(both.text(key, in: "en", with: values) == "3 days left, until March 5.")
    #expect(both.keys.last == key && both.missingKeys(in: "es") == [key])
    let error = #expect(throws: SourceError.self) { try MessageCatalog(file) }
    #expect(error?.diagnostics.first?.message.contains("trainer.tip") == true)
  }

  @Test("missing translations are listed")
  func missingKeys() throws {
    let own = try MessageCatalog(own: "offer.not_now: {fr: Pas maintenant}\n")
    let both = MessageCatalog.builtIn.overridden(by: own)
    let missing = both.missingKeys(in: "fr-CA")
    #expect(missing.count == CopyKey.builtIn.count - 1)
    #expect(!missing.contains(.offerNotNow))
    #expect(both.missingKeys(in: "es-MX").isEmpty)
  }

  @Test("without overrides, the built-in texts are used")
  func empty() {
    let values = CopyValues(resources: ["A line of help"])
    #expect(
      MessageCatalog.empty.text(.crisisReply, in: "es", with: values)
        == MessageCatalog.builtIn.text(.crisisReply, in: "es", with: values))
  }
}
