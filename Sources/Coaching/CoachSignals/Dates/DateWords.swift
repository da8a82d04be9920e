import TextAnalysis

/// The words with which a language names dates, folded to lower case without accents.
struct DateWords: Sendable {
  /// A span that dates are counted in.
  enum Unit: Sendable, Hashable {
    case day
    case week
    case month
    case year
    case weekend
  }

  /// Days from today by the words that name them, such as "the day after tomorrow".
  var days: [[String]: Int]
  var weekdays: [String: Int]
  var months: [String: Int]
  var numbers: [String: Int]
  var units: [String: Unit]
  /// Words before a unit or weekday: the one after, the one before, the present one.
  var next: Set<String>
  var last: Set<String>
  var this: Set<String>
  /// Words after a unit or weekday with the same meaning: "la semana que viene".
  var nextAfter: [[String]]
  var lastAfter: [[String]]
  /// What stands before a number of units in the future, and in the past: "in two weeks", "vor zwei Wochen".
  var within: [[String]]
  var agoBefore: [[String]]
  /// What stands after a number of units: "two weeks ago", "two weeks from now".
  var agoAfter: [[String]]
  var withinAfter: [[String]]
  /// Prepositions before a month alone, without which it may be another word: "may", "march".
  var beforeMonth: Set<String>
  /// Words before a day of the month alone, and whether the number must have an ending.
  var beforeDay: [[String]]
  var ordinalEndings: [String]
  /// Whether a point after a number makes it an ordinal: "am 3."
  var hasPointOrdinals = false
  /// What may stand between the parts of a date, as in "3 de mayo de 2026".
  var joints: Set<String>
  /// Words before a weekday that make it recur.
  var every: Set<String>
  /// Words before a day word that give it another meaning, such as "guten Morgen".
  var otherMeaning: [String: Set<String>]
  /// Whether "next Tuesday" is the one of the next week, even if there is one before.
  var nextIsOfNextWeek = false

  /// The words with which an expression can begin; most words of a text are none of them.
  var starters: Set<String> {
    let phrases = Array(days.keys) + within + agoBefore + beforeDay
    let words = [weekdays.keys, months.keys, numbers.keys].flatMap { $0 } + units.keys
    return Set(phrases.compactMap(\.first) + words).union(next).union(last).union(this)
      .union(["fin"])
  }

  /// Returns the words of a language by its BCP 47 tag; `nil` for others than English, Spanish and German.
  static func of(_ language: String) -> (words: DateWords, starters: Set<String>)? {
    byLanguage[language.languageCode]
  }

  private static let byLanguage = ["en": english, "es": spanish, "de": german].mapValues {
    (words: $0, starters: $0.starters)
  }

  private static func numbered(_ names: String, from first: Int = 1) -> [String: Int] {
    var result: [String: Int] = [:]
    for (place, group) in names.split(separator: " ").enumerated() {
      for name in group.split(separator: "/") { result[String(name)] = first + place }
    }
    return result
  }

  private static func phrases(_ text: String) -> [[String]] {
    text.split(separator: ",").map { $0.split(separator: " ").map(String.init) }
  }

  private static let english = DateWords(
    days: [
      ["today"]: 0, ["tonight"]: 0, ["this", "morning"]: 0, ["this", "afternoon"]: 0,
      ["this", "evening"]: 0, ["tomorrow"]: 1, ["yesterday"]: -1, ["last", "night"]: -1,
      ["the", "day", "after", "tomorrow"]: 2, ["day", "after", "tomorrow"]: 2,
      ["the", "day", "before", "yesterday"]: -2, ["day", "before", "yesterday"]: -2,
      ["the", "other", "day"]: -3,
    ],
    weekdays: numbered(
      "monday/mon tuesday/tue/tues wednesday/wed thursday/thu/thurs friday/fri saturday sunday"),
    months: numbered(
      "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec"
    ),
    numbers: numbered("one/a/an two three four five six seven eight nine ten eleven twelve")
      .merging(["couple": 2, "few": 3]) { $1 },
    units: [
      "day": .day, "days": .day, "week": .week, "weeks": .week, "month": .month, "months": .month,
      "year": .year, "years": .year, "weekend": .weekend, "weekends": .weekend,
      "fortnight": .week,
    ],
    next: ["next", "following"], last: ["last", "past"], this: ["this"], nextAfter: [],
    lastAfter: [], within: phrases("in,within,in about,in another,in a,in the next"),
    agoBefore: [], agoAfter: phrases("ago,back,earlier"), withinAfter: phrases("from now"),
    beforeMonth: ["in", "of", "since", "until", "till", "by", "during", "before", "after", "for"],
    beforeDay: phrases("on the,the,by the,until the,from the"),
    ordinalEndings: ["st", "nd", "rd", "th"], joints: ["of", "the"],
    every: ["every", "each", "most", "some"], otherMeaning: [:], nextIsOfNextWeek: true)

  private static let spanish = DateWords(
    days: [
      ["hoy"]: 0, ["esta", "noche"]: 0, ["esta", "tarde"]: 0, ["manana"]: 1,
      ["pasado", "manana"]: 2, ["ayer"]: -1, ["anoche"]: -1, ["anteayer"]: -2, ["antier"]: -2,
      ["antes", "de", "ayer"]: -2, ["el", "otro", "dia"]: -3,
    ],
    weekdays: numbered("lunes martes miercoles jueves viernes sabado domingo"),
    months: numbered(
      "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre"
    ),
    numbers: numbered(
      "un/una/uno dos tres cuatro cinco seis siete ocho nueve diez once doce"
    ).merging(["par": 2, "unos": 3, "unas": 3, "primero": 1]) { $1 },
    units: [
      "dia": .day, "dias": .day, "semana": .week, "semanas": .week, "mes": .month,
      "meses": .month, "ano": .year, "anos": .year, "finde": .weekend,
    ],
    next: ["proximo", "proxima", "siguiente"], last: ["pasado", "pasada", "ultimo", "ultima"],
    this: ["este", "esta"],
    nextAfter: phrases("que viene,proximo,proxima,que entra,siguiente"),
    lastAfter: phrases("pasado,pasada"),
    within: phrases("en,dentro de,en unos,en un"), agoBefore: phrases("hace,hace como"),
    agoAfter: phrases("atras"), withinAfter: [],
    beforeMonth: ["en", "de", "desde", "hasta", "durante", "para"],
    beforeDay: phrases("el dia,el"), ordinalEndings: [""], joints: ["de", "del"],
    every: ["cada", "los", "todos"],
    otherMeaning: ["manana": ["la", "esta", "una", "cada", "de", "media"]])

  private static let german = DateWords(
    days: [
      ["heute"]: 0, ["heute", "abend"]: 0, ["morgen"]: 1, ["ubermorgen"]: 2, ["uebermorgen"]: 2,
      ["gestern"]: -1, ["gestern", "abend"]: -1, ["vorgestern"]: -2, ["neulich"]: -3,
    ],
    weekdays: numbered(
      "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag"),
    months: numbered(
      "januar/janner februar/feber marz/maerz april mai juni juli august september oktober november dezember"
    ),
    numbers: numbered(
      "ein/eine/einem/einer/einen zwei drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf"
    ).merging(["paar": 3]) { $1 },
    units: [
      "tag": .day, "tage": .day, "tagen": .day, "woche": .week, "wochen": .week,
      "monat": .month, "monate": .month, "monaten": .month, "jahr": .year, "jahre": .year,
      "jahren": .year, "wochenende": .weekend,
    ],
    next: [
      "nachste", "nachsten", "nachster", "nachstes", "naechste", "naechsten", "naechster",
      "naechstes", "kommende", "kommenden", "kommender", "kommendes",
    ],
    last: [
      "letzte", "letzten", "letzter", "letztes", "vorige", "vorigen", "voriges", "vergangene",
      "vergangenen", "vergangenes",
    ],
    this: ["diese", "diesen", "dieser", "dieses", "diesem"], nextAfter: [], lastAfter: [],
    within: phrases("in,in etwa,in ein"), agoBefore: phrases("vor,vor etwa,vor ein"),
    agoAfter: [], withinAfter: [],
    beforeMonth: ["im", "seit", "bis", "ab", "anfang", "mitte", "ende"],
    beforeDay: phrases("am,zum,bis zum,den,der"), ordinalEndings: ["ten", "te"],
    hasPointOrdinals: true, joints: [], every: ["jeden", "jeder", "jedem", "manchen"],
    otherMeaning: [
      "morgen": ["am", "guten", "heute", "gestern", "jeden", "diesen", "der", "den", "einen"]
    ])
}
