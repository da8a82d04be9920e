import Testing
@testable import TextAnalysis

@Suite("Splitting a text into sentences for counting")
struct SentencesTests {
  @Test(
    "with their closing marks",
    arguments: [
      ("One. Two? Three!", ["One.", "Two?", "Three!"]),
      ("One.Two", ["One.", "Two"]), ("It is 3.5 km. Fine.", ["It is 3.5 km.", "Fine."]),
      ("Hi… welcome. Hi… Welcome", ["Hi… welcome.", "Hi…", "Welcome"]),
      ("“Well…” he said. *So…* and then", ["“Well…” he said.", "*So…* and then"]),
      ("Really?! (Yes.) [No.] Fine", ["Really?!", "(Yes.)", "[No.]", "Fine"]),
      ("one\ntwo\r\nthree", ["one", "two", "three"]), ("…\n. . .", []), ("", []),
      ("「はい。」と言う。次", ["「はい。」", "と言う。", "次"]),
      ("वह आया। वह गया।", ["वह आया।", "वह गया।"]),
      ("وہ آیا۔ کیوں؟ پتہ نہیں", ["وہ آیا۔", "کیوں؟", "پتہ نہیں"]),
    ] as [(String, [String])])
  func split(text: String, sentences: [String]) {
    #expect(Sentences.split(text) == sentences)
  }

  @Test(
    "an abbreviation, a number or an address does not end a sentence",
    arguments: [
      ("Ms. Okoye saw Prof. Lund at St. Anne.", 1), ("Sleep by 11 p.m. if you can.", 1),
      ("Sleep by 11 p.m. You need it.", 2), ("It is 9 a.m. Monday at home.", 1),
      ("Try a hobby, e.g. pottery, i.e. clay.", 1), ("A. B. Yehoshua wrote it. I read it.", 2),
      ("W. H. Auden wrote it", 1), ("Read notes.txt on sleep.example.org/a.b now.", 1),
      ("Read it on sleep.example.org. Then rest.", 2),
      ("Write to ann.lee@mail.example.com. Thanks.", 2),
      ("The U.K. is far. So is the U.K. We stay.", 3), ("In the U.K. Parliament sits.", 1),
      ("Walk approx. 20 minutes, i.e., twice.", 1), ("Version 4.1.7 costs 12.50 euros.", 1),
      ("It takes 12.5. Wait.", 2), ("See fig. 4 and p. 9, no. 3.", 1), ("No. I said no. 3.", 2),
      ("Chap. IV is long. Vol. II is not.", 2), ("Rest, walk, etc. Then sleep.", 2),
      ("Rest (walk, etc.) and sleep.", 1), ("She has a Ph.D. and a B.A. in art.", 1),
      ("Use ASP.NET or .NET or Node.JS.", 1), ("Plan B. It works.", 2), ("So am I. And you?", 2),
      ("Mix 5 ml. Then wait.", 2), ("2 m. Then turn.", 2),
      ("Yes, I do. 4 things work.", 2), ("They say so. 15 minutes it is.", 2),
      ("We moved to the U.S. Buses are rare.", 2), ("It takes vitamin D. Eat fish.", 2),
      ("Ask for Max. 6 of us know.", 2), ("Walk max. 6 km.", 1), ("We sat. 2 came.", 2),
      ("Come on Sat. 5 April.", 1), ("J. R. R. Tolkien wrote. J. Smith read.", 2),
      ("She joined the U.S. Army then.", 1), ("Take vitamin C. 3 times is fine.", 2),
    ])
  func english(text: String, count: Int) {
    #expect(Sentences.split(text).count == count, "\(Sentences.split(text))")
  }

  @Test(
    "the abbreviations of other languages do not, either",
    arguments: [
      ("Nimm z. B. Tee, d. h. Kamille. Gut?", 2), ("Z.B. am Abend.", 1),
      ("Brot, Salz usw. Das reicht.", 2),
      ("Brot usw. und Salz.", 1), ("Ca. zehn Minuten bzw. Stunden.", 1),
      ("Bis zum 2. Treffen am 5. Juli.", 1), ("Komm am So. 15 Uhr.", 1),
      ("Ich nehme 3. Du auch?", 2), ("Frau Dr. Weiß, Tel. 112, Nr. 7.", 1),
      ("Отдыхайте, т. е. спите. Хорошо?", 2), ("Сон, еда и т. д. Потом работа.", 2),
      ("В 2020 г. Она уехала.", 2), ("Л. Н. Толстой и г. Тула.", 1), ("См. стр. 5, рис. 2.", 1),
      ("La Sra. Gil vive en EE. UU. desde mayo.", 1), ("M. Petit dort. Moi aussi.", 2),
      ("Il dott. Rossi, p. es. oggi.", 1), ("De heer en mevr. Bos, d.w.z. wij.", 1),
      ("早く寝て。Dr. Leeに聞いて！", 2), ("Πού πας; Σπίτι.", 2), ("Գնում եմ։ Արի։", 2),
    ])
  func otherLanguages(text: String, count: Int) {
    #expect(Sentences.split(text).count == count, "\(Sentences.split(text))")
  }

  @Test(
    "quotations, lists and careless writing",
    arguments: [
      ("“Really?” she asked. “Yes.” Good.", 3), ("\"I can.\" he said.", 1),
      ("„Wirklich?“ fragte er.", 1),
      ("He left (why?) and came back.", 1), ("i see. that is hard. what now?", 3),
      ("Good.Then rest.", 2),
      ("1. Drink water\n2. Sleep. Well.", 3), ("- One. Two", 2),
      ("one\rtwo\u{2028}three\u{85}four", 4),
      ("Well . . . maybe. Well... Maybe.", 3), ("Nice.😊 Go on.", 2), ("Look at page?id=5 now.", 1),
      ("Wow!!! Next ?! Yes.", 3),
    ])
  func marks(text: String, count: Int) {
    #expect(Sentences.split(text).count == count, "\(Sentences.split(text))")
  }

  @Test(
    "an uncertain end counts, although nothing is removed or cut there",
    arguments: [
      ("Ask Dr. Smith.", [], [], []), ("It is approx. So", [], [], []),
      ("On ul. Lenina now.", [6], [6], []),
      ("So it is. and", [9], [], []), ("Really? 5 people", [7], [], [7]),
      ("Call them. 24/7", [10], [], []), ("Call someone. So", [13], [13], [13]),
      ("**Those.** So", [10], [10], [10]), ("Them. — \"So", [5], [5], []), ("好。a", [2], [2], [2]),
      ("好。」a", [3], [3], [3]), ("„So.“ Da", [5], [5], []), ("5 p.m. We", [6], [], []),
      ("好。**a", [2], [2], [2]), ("好。", [], [], []),
    ] as [(String, [Int], [Int], [Int])])
  func purposes(text: String, counting: [Int], removal: [Int], cutting: [Int]) {
    let scalars = Array(text.unicodeScalars)
    #expect(SentenceEnds.positions(in: scalars[...], for: .counting) == counting)
    #expect(SentenceEnds.positions(in: scalars[...], for: .removal) == removal)
    #expect(SentenceEnds.positions(in: scalars[...], for: .cutting) == cutting)
  }
}

@Suite("Counting the questions of a text")
struct QuestionTests {
  @Test(
    "marks of any script, a row of them once",
    arguments: [
      ("Who?", 1), ("Who? Why?", 2), ("Who?!?", 1), ("Who?? Me?", 2), ("¿Quién?", 1), ("誰ですか？", 1),
      ("لماذا؟", 1), ("Πού πας;", 1), ("Πού πας\u{37E}", 1), ("I rest; then I go.", 0),
      ("The word λόγος; then more.", 0), ("Ո՞ւր ես գնում։ Ե՞րբ։", 2), ("Ո՞վ և ե՞րբ։", 1),
      ("Who?Why?", 2),
    ])
  func marks(text: String, count: Int) { #expect(Sentences.questionCount(text) == count) }

  @Test(
    "a mark in an address or in code asks nothing",
    arguments: [
      ("See https://example.org/find?topic=rest now.", 0), ("See www.example.org/?q=1&r=2.", 0),
      ("See example.org/a?b. Will you?", 1), ("Did you see https://example.org/find?", 1),
      ("Open page?id=5.", 0), ("Is it `a ? b : c`?", 1), ("`a ? b : c`", 0),
    ])
  func addresses(text: String, count: Int) { #expect(Sentences.questionCount(text) == count) }

  @Test(
    "a question in quotation marks is somebody else's",
    arguments: [
      ("You said “Why me?” again.", 0), ("\"Why me?\" Who said it?", 1),
      ("‘Am I late?’ And you?", 1),
      ("'Am I late?' she said. Isn't it odd?", 1), ("„Warum?“ Und du?", 1), ("»Warum?« Und du?", 1),
      ("« Pourquoi ? » Et toi ?", 1), ("‚Warum?‘ Und du?", 1), ("「なぜ？」あなたは？", 1),
      ("“Why? How?” Now?", 1), ("The boys’ room, isn’t it?", 1),
      ("'Cause you're tired, aren't you?", 1),
      ("Is a 5'10\" door tall?", 1), ("‘The boys’ room?’ you asked.", 0),
      ("Is the ‘new’ job ‘good’?", 1),
      ("He wrote “and then?", 0), ("Is it 3‚5? I said ‘so.’", 1), ("‚Bin ich spät?‘ Und du?", 1),
    ])
  func quotations(text: String, count: Int) { #expect(Sentences.questionCount(text) == count) }

  @Test("a sentence of a quotation is no question, even if the quotation has several")
  func sentences() {
    let found = Sentences.withQuestions("You asked “Why? How?” And now?")
    #expect(found.map(\.isQuestion) == [false, false, true])
    #expect(found.last?.text == "And now?")
  }
}
