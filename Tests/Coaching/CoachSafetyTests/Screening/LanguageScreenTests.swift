import CoachModel
@testable import CoachSafety
@testable import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("Messages in languages that the screen does not read")
struct LanguageScreenTests {
  private static let languages = Result { () throws(SourceError) in
    try ForeignLanguage.all(in: "\(ProductRules.folder)/Languages/Statements")
  }
  private static let codes = ((try? languages.get()) ?? []).map(\.code)
  private let screen = CrisisScreen.builtIn

  private func examine(_ text: String, declared: String? = nil) -> ScreeningReport {
    screen.examine(text, history: [], language: declared, embedding: nil)
  }

  private func language(_ code: String) throws -> ForeignLanguage {
    try #require(try Self.languages.get().first { $0.code == code })
  }

  @Test("there are about forty languages, and the compiled list has all statements")
  func complete() throws {
    let languages = try Self.languages.get()
    #expect(languages.count >= 40)
    let built = ForeignStatements.builtIn
    #expect(built.codes == languages.map(\.code))
    #expect(built.count == languages.reduce(0) { $0 + $1.statements.count })
  }

  @Test("each direct statement is a crisis in its category, however it is typed", arguments: codes)
  func statements(code: String) throws {
    for statement in try language(code).statements {
      for text in [
        statement.text, "… \(statement.text.uppercased())!!! 😢", "Ok. \(statement.text)",
      ] {
        let report = examine(text)
        let assessment = report.assessment
        #expect(report.verdict == .crisis, "\(code) \(statement.kind)")
        #expect((assessment?.severity ?? .moderate) >= .high, "\(code) \(statement.kind)")
        guard let range = assessment?.evidence.range else { continue }
        #expect(
          String(decoding: Array(text.utf8)[range], as: UTF8.self) == assessment?.evidence.text)
      }
    }
  }

  @Test("the emergency line has the number, and a text without one", arguments: codes)
  func emergency(code: String) throws {
    let built = ForeignStatements.builtIn
    let line = try #require(built.emergencyLine(in: code, number: "112"))
    #expect(line.contains("112") && !line.contains("{"))
    let unknown = try #require(built.emergencyLine(in: code, number: nil))
    #expect(!unknown.contains("{") && !unknown.contains("112"))
  }

  /// Sentences of danger that no list has, so that only not knowing their language protects.
  @Test(
    "what is in no list is not calm",
    arguments: [
      "Je n'en peux vraiment plus de tout ça", "ce soir c'est fini pour moi",
      "non ce la faccio più",
      "não aguento mais nada disto", "estou farto de tudo", "ik zie het niet meer zitten",
      "nie mam już siły", "už nemůžu dál", "nem bírom tovább", "nu mai pot", "jag orkar inte mer",
      "jeg orker ikke mer", "en jaksa enää", "dayanamıyorum artık", "я больше не могу",
      "не могу більше",
      "δεν αντέχω άλλο", "لا أستطيع التحمل", "دیگه نمی‌تونم", "אני לא יכול יותר", "मुझसे अब नहीं होता",
      "আর পারছি না", "இனி முடியாது", "我撑不下去了", "もう無理", "더는 못 버티겠어", "ไม่ไหวแล้ว",
      "chịu hết nổi rồi", "aku sudah tidak sanggup", "siwezi tena",
    ])
  func unknown(text: String) {
    let report = examine(text)
    #expect(report.verdict == .notRead || report.verdict == .crisis)
    #expect(report.verdict == .crisis || report.language != "en")
  }

  @Test(
    "short messages in English, Spanish and German are read",
    arguments: [
      "ok", "ok thanks", "Work sucks today", "see you tomorrow", "lol", "hmm not sure",
      "yes please",
      "my boss again", "slept badly", "got the job!!", "brb dinner", "genial, gracias",
      "estoy cansado hoy",
      "mañana examen", "no sé", "todo bien", "alles gut", "bin müde", "ja genau", "keine ahnung",
      "gleich meeting",
      "👍", "😂😂", "1500", "https://example.com", "#monday",
    ])
  func read(text: String) {
    #expect(examine(text).verdict == .calm)
    #expect(examine(text).language == nil)
  }

  @Test("a declared language counts where a few words could be of many")
  func declared() {
    #expect(examine("ok super", declared: "fr").verdict == .notRead)
    #expect(examine("ok super", declared: "en-GB").verdict == .calm)
    #expect(examine("I slept well and the meeting was fine", declared: "fr").verdict == .calm)
    #expect(examine("Je veux mourir", declared: "en").verdict == .crisis)
  }

  @Test("a statement counts for the messages after it, and not after its negation")
  func session() {
    let history = [Message(.user, "je veux mourir"), Message(.assistant, "…")]
    let next = screen.examine("oui", history: history, language: nil, embedding: nil)
    #expect(next.verdict == .crisis && next.assessment?.isFollowUp == true)
    #expect(examine("nie chcę umrzeć").verdict != .crisis)
    #expect(examine("nie, chcę umrzeć").verdict == .crisis)
  }

  @Test("a file whose harmless sentence contains a statement is refused, with the place")
  func harmless() throws {
    let file = SourceFile(
      path: "xx.yaml",
      text: """
        language: xx
        name: Example
        negations: [na]
        emergency: "call {emergency_number}"
        emergency_unknown: "call"
        statements:
          wish_to_die: [{text: "mi volo morti", means: "I want to die"}]
          suicide: []
          emergency: []
          self_harm: []
          abuse: []
          harm_to_others: []
          help: []
        harmless:
          - {text: "na mi volo morti", means: "I don't want to die"}
          - {text: "ho mi volo morti de rido", means: "I could die laughing"}
        """)
    let error = #expect(throws: SourceError.self) { try ForeignLanguage(file) }
    let words = "\(try #require(error))"
    #expect(words.contains("xx.yaml:16") && words.contains("mi volo morti"))
  }
}
