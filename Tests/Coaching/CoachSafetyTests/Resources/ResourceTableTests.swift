import CoachModel
@testable import CoachSafety
import Documents
import SafetyRules
import SourceFiles
import Testing
@testable import TextAnalysis

@Suite("Completeness of the resource table")
struct BuiltInResourceTests {
  private static let table = ResourceTable.builtIn
  private static let today = CalendarDay("2026-12-01")

  @Test("it is valid and contains the countries of the first release")
  func reads() throws {
    let table = try ResourceTable(
      embeddedFiles.file("Resources/resources.yaml"))
    #expect(
      table.regions == [
        "AR", "AT", "AU", "CA", "CH", "DE", "ES", "FR", "GB", "IE", "IN", "MX", "NL", "NZ", "US",
      ])
    #expect(Self.table.regions == table.regions)
  }

  @Test(
    "every country has a suicide line and an emergency number",
    arguments: Self.table.regions)
  func complete(region: String) throws {
    let entries = try #require(Self.table.table[region]).entries
    #expect(entries.first?.kinds.contains(.suicide) == true)
    #expect(entries.contains { $0.kinds.contains(.general) })
    #expect(Self.table.emergencyNumber(region)?.isEmpty == false)
    for category in CrisisCategory.allCases {
      let found = Self.table.resources(for: region, categories: [category], language: "en")
      #expect((1...ResourceTable.maximumResources).contains(found.count))
    }
  }

  @Test("a contact is the same in every language", arguments: Self.table.regions)
  func languages(region: String) throws {
    for entry in try #require(Self.table.table[region]).entries {
      let numbers = entry.contact.all.map { Contacts(in: $0).numbers }
      #expect(Set(numbers).count == 1, "\(entry.name)")
      let notes = ResourceTable.languages.map { entry.note.text(in: $0) }
      #expect(Set(notes).count == 3, "\(entry.name)")
      // A note is short enough to be read next to a number on a phone.
      #expect(
        notes.allSatisfy { (8...120).contains($0.count) && !$0.contains("!") }, "\(entry.name)")
      #expect(entry.contact.all.allSatisfy { $0.count <= 80 }, "\(entry.name)")
    }
  }

  @Test("every number has sources and a check date within the last year")
  func checked() throws {
    let today = try #require(Self.today)
    for region in Self.table.table.values {
      let checks = [region.emergency.checked] + region.entries.map(\.checked)
      #expect(checks.allSatisfy { $0 <= today && today.number - $0.number <= 365 })
      #expect(region.entries.allSatisfy { !$0.sources.isEmpty })
    }
    #expect(Self.table.overdue(on: today).isEmpty)
  }

  @Test(
    "the numbers match their sources",
    arguments: [
      ("US", "988 Suicide & Crisis Lifeline", ["988"]), ("US", "Crisis Text Line", ["741741"]),
      ("US", "National Domestic Violence Hotline", ["18007997233", "88788"]),
      ("US", "Childhelp National Child Abuse Hotline", ["18004224453"]),
      ("CA", "9-8-8: Suicide Crisis Helpline", ["988"]), ("CA", "Kids Help Phone", ["686868"]),
      ("GB", "Samaritans", ["116123"]), ("GB", "Shout", ["85258"]),
      ("GB", "National Domestic Abuse Helpline", ["08082000247"]),
      ("GB", "Childline", ["08001111"]),
      ("GB", "NSPCC Helpline", ["08088005000"]), ("IE", "Samaritans", ["116123"]),
      ("IE", "Text About It", ["50808"]), ("IE", "Women's Aid", ["1800341900"]),
      ("IE", "Childline", ["1800666666"]), ("AU", "Lifeline", ["131114", "0477131114"]),
      ("AU", "Suicide Call Back Service", ["1300659467"]), ("AU", "1800RESPECT", ["1800737732"]),
      ("AU", "Kids Helpline", ["1800551800"]), ("NZ", "1737, Need to talk?", ["1737"]),
      ("NZ", "Suicide Crisis Helpline", ["0508828865"]), ("NZ", "Women's Refuge", ["0800733843"]),
      ("NZ", "0800 What's Up", ["08009428787"]), ("ES", "Línea 024", ["024"]),
      ("ES", "Teléfono de la Esperanza", ["717003717"]), ("ES", "Línea 016", ["016", "600000016"]),
      ("ES", "Teléfono ANAR", ["900202010"]), ("MX", "Línea de la Vida", ["8009112000"]),
      ("MX", "Línea de las Mujeres", ["079"]),
      ("AR", "Línea nacional de Salud Mental", ["08009990091"]),
      ("AR", "Centro de Asistencia al Suicida", ["135"]), ("AR", "Línea 144", ["144"]),
      ("AR", "Línea 102", ["102"]),
      ("DE", "TelefonSeelsorge", ["08001110111", "08001110222"]),
      ("DE", "Hilfetelefon „Gewalt gegen Frauen“", ["116016"]),
      ("DE", "Nummer gegen Kummer", ["116111"]), ("AT", "TelefonSeelsorge", ["142"]),
      ("AT", "Frauenhelpline gegen Gewalt", ["0800222555"]), ("AT", "Rat auf Draht", ["147"]),
      ("CH", "Die Dargebotene Hand", ["143"]),
      ("CH", "Pro Juventute Beratung + Hilfe 147", ["147"]),
      ("FR", "Numéro national de prévention du suicide", ["3114"]),
      ("FR", "Violences Femmes Info", ["3919"]), ("FR", "Allô Enfance en Danger", ["119"]),
      ("NL", "113 Zelfmoordpreventie", ["113", "08000113"]), ("NL", "Veilig Thuis", ["08002000"]),
      ("NL", "De Kindertelefoon", ["08000432"]), ("IN", "Tele MANAS", ["14416", "18008914416"]),
      ("IN", "Women Helpline", ["181"]), ("IN", "Child Helpline", ["1098"]),
      ("US", "National Maternal Mental Health Hotline", ["18338526262"]),
      ("CA", "National Eating Disorder Information Centre (NEDIC)", ["18666334220"]),
      ("GB", "Beat", ["08088010677"]), ("GB", "NHS 111", ["111"]),
      ("GB", "PANDAS Foundation", ["85258"]), ("GB", "Respect Phoneline", ["08088024040"]),
      ("AU", "Butterfly National Helpline", ["1800334673"]),
      ("AU", "PANDA National Helpline", ["1300726306"]),
      ("AU", "Men's Referral Service", ["1300766491"]),
      ("NZ", "PlunketLine", ["0800933922"]), ("NZ", "Youthline", ["0800376633", "234"]),
      ("DE", "BZgA-Beratungstelefon Essstörungen", ["0221892031"]),
      ("AT", "Hotline für Essstörungen", ["0800201120"]),
      ("US", "National Sexual Assault Hotline", ["18006564673"]), ("CA", "ShelterSafe", []),
      ("CA", "211 Canada", ["211"]), ("CH", "Opferhilfe Schweiz", ["142"]),
      ("GB", "Rape and Sexual Abuse Support Line", ["08085002222"]),
      ("GB", "Men's Advice Line", ["08088010327"]),
      ("IE", "National Rape Crisis Helpline", ["1800778888"]), ("IE", "Men's Aid", ["015543811"]),
      ("DE", "Hilfetelefon „Gewalt an Männern“", ["08001239900"]),
      ("DE", "Hilfe-Telefon Sexueller Missbrauch", ["08002255530"]),
    ] as [(String, String, Set<String>)])
  func numbers(region: String, name: String, numbers: Set<String>) throws {
    let entries = try #require(Self.table.table[region]).entries
    let entry = try #require(entries.first { $0.name == name })
    #expect(Contacts(in: entry.contact.text(in: "en")).numbers == numbers)
  }

  @Test("every line can be tapped, in every language", arguments: Self.table.regions)
  func links(region: String) throws {
    for language in ResourceTable.languages {
      for entry in try #require(Self.table.table[region]).entries {
        let resource = entry.resource(in: language)
        #expect(!resource.links.isEmpty && resource.links.allSatisfy { $0.problem == nil })
        #expect(
          resource.links.compactMap(\.number).allSatisfy {
            Contacts(in: resource.contact).numbers.contains($0)
          }, "\(entry.name)")
        #expect(resource.links.allSatisfy { $0.label != "" })
      }
    }
  }

  @Test("988 and the Crisis Text Line have a call, texts and a chat to open")
  func tapped() {
    let lines = Self.table.resources(for: "US", categories: [.suicidalThoughts], language: "en")
    #expect(
      lines.first?.links == [
        ContactLink(kind: .call, label: "2 for Spanish", url: "tel:988"),
        ContactLink(kind: .text, url: "sms:988"),
        ContactLink(kind: .text, label: "AYUDA, in Spanish", url: "sms:988?body=AYUDA"),
        ContactLink(kind: .chat, url: "https://988lifeline.org"),
      ])
    // The word decides in which language somebody answers.
    for (language, labels) in [
      ("en", ["HOME, in English", "AYUDA, in Spanish"]),
      ("es", ["HOME, en inglés", "AYUDA, en español"]),
    ] {
      let lines = Self.table.resources(
        for: "US", categories: [.suicidalThoughts], language: language)
      #expect(
        lines.last?.links == [
          ContactLink(kind: .text, label: labels[0], url: "sms:741741?body=HOME"),
          ContactLink(kind: .text, label: labels[1], url: "sms:741741?body=AYUDA"),
        ])
      #expect(lines.last?.contact.contains(language == "es" ? "AYUDA" : "HOME") == true)
    }
    let option = Self.table.resources(for: "MX", categories: [.abuse], language: "es").first
    #expect(option?.links == [ContactLink(kind: .call, label: "opción 1", url: "tel:079")])
  }

  @Test("the expected list covers all numbers")
  func count() {
    #expect(Self.table.table.values.reduce(0) { $0 + $1.entries.count } == 73)
  }

  @Test(
    "the emergency numbers are those of the country",
    arguments: [
      ("US", ["911"]), ("CA", ["911"]), ("GB", ["999", "112"]), ("IE", ["112", "999"]),
      ("AU", ["000"]), ("NZ", ["111"]), ("ES", ["112"]), ("MX", ["911"]), ("AR", ["911"]),
      ("DE", ["112", "110"]), ("AT", ["112", "133", "144"]), ("CH", ["112"]), ("FR", ["112"]),
      ("NL", ["112"]), ("IN", ["112"]), ("PL", ["112"]), ("NO", ["112"]),
    ] as [(String, [String])])
  func emergency(region: String, numbers: [String]) {
    #expect(Self.table.emergencyNumbers(region) == numbers)
    #expect(Self.table.emergencyNumber(region) == numbers.first)
  }

  @Test("the resources of a country pass the reply filter", arguments: Self.table.regions)
  func filtered(region: String) {
    for language in ResourceTable.languages {
      let resources = Self.table.resources(
        for: region, categories: CrisisCategory.allCases, language: language)
      let list = resources.map { "\($0.name): \($0.contact) (\($0.note))\n" }.joined()
      var filter = CrisisReplyFilter(
        resources: resources, emergencyNumbers: Self.table.emergencyNumbers(region))
      #expect(filter.feed(list) + filter.finish() == list)
      #expect(filter.unnamed.isEmpty)
    }
  }
}

@Suite("Resources by circumstances and category")
struct FittingResourceTests {
  private func first(
    _ region: String, _ categories: [CrisisCategory], _ circumstances: [CrisisCircumstance] = []
  ) -> [String] {
    ResourceTable.builtIn.resources(
      for: region, categories: categories, circumstances: circumstances, language: "en"
    ).map(\.name)
  }

  @Test(
    "a child is shown the children's line first, then one that answers at night, and none for adults who worry",
    arguments: ["GB", "IE", "AU", "NZ", "ES", "AR", "DE", "AT", "CH", "FR", "NL", "IN"])
  func child(region: String) {
    let names = first(region, [.suicidalThoughts], [.child])
    let entries = ResourceTable.builtIn.table[region]?.entries ?? []
    let line = entries.first { $0.kinds.first == .child }
    #expect(names.first == line?.name)
    let others = entries.filter { $0.kinds.first == .child && $0.name != line?.name }
    #expect(others.allSatisfy { !names.contains($0.name) })
    let general = entries.filter { $0.kinds.contains(.general) }.map(\.name)
    #expect(!Set(general).isDisjoint(with: names))
  }

  @Test(
    "in Germany TelefonSeelsorge follows the children's line, which is closed at night",
    arguments: [
      ([CrisisCategory.childAtRisk], []), ([.childAtRisk], [.child]),
      ([.suicidalThoughts], [.child]), ([.abuse], [.child]),
    ] as [([CrisisCategory], [CrisisCircumstance])])
  func night(categories: [CrisisCategory], circumstances: [CrisisCircumstance]) {
    let names = first("DE", categories, circumstances)
    #expect(names.prefix(2) == ["Nummer gegen Kummer", "TelefonSeelsorge"])
  }

  @Test(
    "a line for abuse says that the phone's other users can read the chat",
    arguments: [("en", "your phone"), ("es", "tu teléfono"), ("de", "dein Handy")])
  func readable(language: String, words: String) {
    for region in ResourceTable.builtIn.table.values {
      for entry in region.entries where entry.kinds.first == .abuse {
        #expect(entry.note.text(in: language).contains(words), "\(entry.name)")
      }
    }
  }

  @Test(
    "men who face abuse, and people who face sexual violence, have a line, too",
    arguments: [
      ("GB", ["Men's Advice Line", "Rape and Sexual Abuse Support Line"]),
      ("IE", ["Men's Aid", "National Rape Crisis Helpline"]),
      ("DE", ["Hilfetelefon „Gewalt an Männern“", "Hilfe-Telefon Sexueller Missbrauch"]),
      ("US", ["National Sexual Assault Hotline"]), ("CA", ["ShelterSafe", "211 Canada"]),
    ] as [(String, [String])])
  func everybody(region: String, lines: [String]) {
    let names = first(region, [.abuse])
    #expect(Set(lines).isSubset(of: names))
  }

  @Test("in a country without a children's line a child is shown one for anybody")
  func noLine() {
    #expect(first("MX", [.abuse], [.child]).first == "Línea de la Vida")
    #expect(first("MX", [.abuse]).first == "Línea de las Mujeres")
  }

  @Test("somebody whose phone is read gets a line that leaves no trace on the bill first")
  func watched() {
    #expect(first("DE", [.abuse], [.watched]).first == "Hilfetelefon „Gewalt gegen Frauen“")
    #expect(first("ES", [.suicidalThoughts, .abuse], [.watched]).contains("Línea 016"))
  }

  @Test(
    "categories have lines of their own where there are any, and somebody to talk to elsewhere",
    arguments: [
      ("GB", CrisisCategory.eatingDisorder, "Beat"), ("GB", .psychosis, "NHS 111"),
      ("GB", .perinatal, "PANDAS Foundation"), ("GB", .harmToOthers, "Respect Phoneline"),
      ("US", .perinatal, "National Maternal Mental Health Hotline"),
      ("US", .eatingDisorder, "988 Suicide & Crisis Lifeline"),
      ("AU", .eatingDisorder, "Butterfly National Helpline"), ("FR", .psychosis, "3114"),
    ])
  func category(region: String, category: CrisisCategory, name: String) {
    let names = first(region, [category])
    let contact = ResourceTable.builtIn.resources(
      for: region, categories: [category], language: "en"
    ).first?.contact
    #expect(names.first == name || contact == name)
  }

  @Test("a country with nothing but an emergency number has no resources, and keeps its number")
  func emergencyOnly() {
    let table = ResourceTable.builtIn
    #expect(table.emergencyNumber("SE") == "112" && table.emergencyNumber("BR") != nil)
    #expect(table.resources(for: "SE", categories: [.abuse], language: "en").isEmpty)
    #expect(!table.regions.contains("SE"))
  }
}

@Suite("Selection of resources")
struct ResourceSelectionTests {
  private let table = ResourceTable.builtIn

  private func names(_ region: String?, _ categories: [CrisisCategory]) -> [String] {
    table.resources(for: region, categories: categories, language: "en").map(\.name)
  }

  @Test("each category gets its best resource before any gets a second one")
  func several() {
    #expect(
      names("US", [.suicidalThoughts, .abuse]) == [
        "988 Suicide & Crisis Lifeline", "National Domestic Violence Hotline", "Crisis Text Line",
        "National Sexual Assault Hotline",
      ])
    #expect(
      names("GB", [.childAtRisk, .abuse]) == [
        "Childline", "National Domestic Abuse Helpline", "NSPCC Helpline",
        "Rape and Sexual Abuse Support Line",
      ])
  }

  @Test("a resource for another kind of crisis is left out")
  func fitting() {
    #expect(names("GB", [.suicidalThoughts]) == ["Samaritans", "Shout"])
    #expect(names("ES", [.harmToOthers]) == ["Teléfono de la Esperanza", "Línea 024"])
    #expect(names("CH", [.abuse]) == ["Opferhilfe Schweiz", "Die Dargebotene Hand"])
  }

  @Test("without a category, a general resource is selected")
  func none() {
    #expect(names("AU", []) == names("AU", [.acuteDistress]))
    #expect(names("AU", []).first == "Lifeline")
  }

  @Test("at most four resources are selected")
  func most() {
    for region in table.regions { #expect(names(region, CrisisCategory.allCases).count <= 4) }
  }

  @Test(
    "an unknown country has none, and never those of another country",
    arguments: [nil, "", "XX", "ZZ", "USA", "U", "840", "us-CA", "Vereinigte Staaten", "ß", "🇺🇸"]
      as [String?])
  func unknown(region: String?) {
    #expect(names(region, [.suicidalThoughts]).isEmpty)
    #expect(table.emergencyNumber(region) == nil)
    #expect(table.emergencyNumbers(region).isEmpty)
  }

  @Test(
    "country codes are case-insensitive", arguments: [("us", "US"), ("De", "DE"), ("gB", "GB")])
  func small(written: String, region: String) {
    #expect(names(written, [.abuse]) == names(region, [.abuse]))
    #expect(table.emergencyNumber(written) == table.emergencyNumber(region))
  }

  @Test(
    "texts are in the person's language, or in English",
    arguments: [
      ("es", "manda"), ("es-MX", "manda"), ("ES_mx", "manda"), ("de-AT", "SMS"), ("en-GB", "text"),
      ("fr", "text"), ("", "text"), ("-", "text"), ("zh-Hant-TW", "text"),
    ] as [(String, String)])
  func languages(language: String, word: String) {
    let resources = table.resources(for: "US", categories: [.suicidalThoughts], language: language)
    #expect(resources.last?.contact.hasPrefix(word) == true)
  }
}

@Suite("Validation of a resource table")
struct ResourceTableTests {
  private static let valid = """
    regions:
      GB:
        emergency:
          numbers: ["999"]
          sources: [https://example.org/a]
          checked: 2026-01-01
        resources:
          - name: Listeners
            contact: 116 123
            kinds: [suicide, general]
            note: {en: day and night, es: de día y de noche, de: Tag und Nacht}
            sources: [https://example.org/b, http://example.net]
            checked: 2026-11-21
            links: [{kind: call, url: "tel:116123"}]
    """

  private func table(_ text: String = valid) throws -> ResourceTable {
    try ResourceTable(SourceFile(path: "resources.yaml", text: text))
  }

  @Test(
    "a check expires after one year",
    arguments: [
      ("2026-11-21", []), ("2027-01-01", []), ("2027-01-02", ["GB "]), ("2027-11-21", ["GB "]),
      ("2027-11-22", ["GB ", "GB Listeners"]),
    ] as [(String, [String])])
  func overdue(day: String, expected: [String]) throws {
    let day = try #require(CalendarDay(day))
    let overdue = try table().overdue(on: day)
    #expect(overdue.map { "\($0.region) \($0.name ?? "")" } == expected)
    #expect(overdue.allSatisfy { !$0.sources.isEmpty && $0.checked < day })
  }

  @Test(
    "every error has a code and a line",
    arguments: [
      ("GB:", "gb:", "resources.region", 2), ("GB:", "GBR:", "resources.region", 2),
      ("[\"999\"]", "[999]", "yaml.type", 4), ("[\"999\"]", "[\"9-9\"]", "resources.numbers", 4),
      ("[\"999\"]", "[]", "resources.numbers", 4),
      ("[https://example.org/a]", "[]", "resources.source", 5),
      ("[https://example.org/a]", "[example.org]", "resources.source", 5),
      ("checked: 2026-01-01", "checked: 2026-13-01", "resources.day", 6),
      ("checked: 2026-01-01", "cheked: 2026-01-01", "yaml.missing", 4),
      ("name: Listeners", "nmae: Listeners", "yaml.missing", 8),
      ("contact: 116 123", "contact: call them", "resources.contact", 9),
      ("contact: 116 123", "contact: {en: 116 123}", "yaml.missing", 9),
      ("[suicide, general]", "[suicide, suicide]", "resources.kinds", 10),
      ("[suicide, general]", "[]", "resources.kinds", 10),
      ("[suicide, general]", "[suicid]", "yaml.choice", 10),
      ("en: day and night", "en: on 116 124", "resources.note", 11),
      ("en: day and night", "en: see example.org", "resources.note", 11),
      (", de: Tag und Nacht", "", "yaml.missing", 11),
      ("checked: 2026-11-21", "checked: 2026-11-21\n        foo: bar", "yaml.unknown-key", 14),
      ("[{kind: call, url: \"tel:116123\"}]", "[]", "resources.links", 14),
      ("tel:116123", "tel:116 123", "resources.link", 14),
      ("tel:116123", "tel:116124", "resources.link", 14),
      ("kind: call", "kind: text", "resources.link", 14),
      ("kind: call", "kind: fax", "yaml.choice", 14),
      ("url: \"tel:116123\"", "url: \"tel:116123\", label: {en: press 1}", "yaml.missing", 14),
      ("contact: 116 123", "contact: 116 123 or 116 111", "resources.link", 14),
      ("contact: 116 123", "contact: 116 123 or chat at example.org", "resources.link", 14),
    ] as [(String, String, String, Int)])
  func mistakes(good: String, bad: String, code: String, line: Int) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let error = #expect(throws: SourceError.self) { try table(parts.joined(separator: bad)) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }

  @Test("a service is listed once")
  func duplicate() {
    let entry = Self.valid.split(separator: "\n").suffix(7).joined(separator: "\n")
    let error = #expect(throws: SourceError.self) { try table(Self.valid + "\n" + entry) }
    #expect(error?.diagnostics.first?.code == "resources.duplicate")
  }
}
