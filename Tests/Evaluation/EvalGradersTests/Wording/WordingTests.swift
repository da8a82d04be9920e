import CoachModel
@testable import EvalGraders
import EvalTestKit
import Foundation
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Graders of wording")
struct WordingTests {
  @Test(
    "text",
    arguments: [
      ("equals: Yes.", " Yes.\n", true), ("equals: Yes.", "yes.", false),
      ("equals: Yes., ignore_case: true", "YES.", true),
      ("contains: [one, two]", "two and one", true), ("contains: [one, two]", "one", false),
      ("contains: one", "None", true), ("starts_with: So", "So it is", true),
      ("starts_with: So", "And so", false), ("ends_with: '?'", "Why? ", true),
      ("ends_with: '?'", "Why? Yes", false), ("starts_with: a, ends_with: z", "a to y", false),
    ])
  func text(options: String, text: String, isPass: Bool) async throws {
    try await expect(GraderSamples.grade("- {use: text, \(options)}", text).isPass, equals: isPass)
  }

  @Test("text and regex read the reply with its tags when asked to")
  func replyText() async throws {
    let contract = try GraderSamples.contract("discovery")
    let conversation = GraderSamples.conversation(
      "Bye.\n[DISCOVERY_COMPLETE]\n{\"vision\": \"x\"}", contract: contract)
    for (options, isPass) in [("", false), (", of: shown", false), (", of: reply", true)] {
      let text = "- {use: text, contains: '[DISCOVERY_COMPLETE]'\(options)}"
      try await expect(GraderSamples.grade(text, conversation).isPass, equals: isPass)
      let regex = #"- {use: regex, matches: '"vision":\s*"x"'\#(options)}"#
      try await expect(GraderSamples.grade(regex, conversation).isPass, equals: isPass)
    }
  }

  @Test(
    "a grader without a condition is rejected", arguments: ["text", "regex", "length", "forbidden"])
  func nothing(kind: String) {
    #expect(GraderSamples.problem("- \(kind)")?.code == "grader.option")
  }

  @Test(
    "regex",
    arguments: [
      (#"matches: '\bone\b'"#, "This one.", true), (#"matches: '\bone\b'"#, "None.", false),
      ("matches: [a+, b+]", "ab", true), ("matches: [a+, b+]", "aa", false),
      ("never: '[!]{2}'", "Great!!", false), ("never: '[!]{2}'", "Great!", true),
      ("matches: ^so, flags: i", "So it is", true), ("matches: ^so", "So it is", false),
      ("matches: ^b$, flags: m", "a\nb\nc", true), ("matches: ^b$", "a\nb\nc", false),
      ("matches: a.b, flags: s", "a\nb", true), ("matches: a.b", "a\nb", false),
      ("never: '!$'", "Great!\n", false), ("matches: '^\\d{2} items?$'", "12 items\n", true),
      ("never: '!\\z'", "Great!\n", true), ("matches: ^one$, flags: m", "one\ntwo", true),
    ])
  func regex(options: String, text: String, isPass: Bool) async throws {
    try await expect(GraderSamples.grade("- {use: regex, \(options)}", text).isPass, equals: isPass)
  }

  @Test("an invalid pattern is rejected with its location and the reason")
  func brokenPattern() {
    let problem = GraderSamples.problem("- use: regex\n  matches: '(a'")
    #expect(problem?.location?.line == 2)
    #expect(problem?.message.contains("'(a' is not a regular expression") == true)
    #expect(
      GraderSamples.problem("- {use: regex, matches: a, flags: ix}")?.hint == "known: i, m, s")
  }

  @Test("a search that takes too many steps is inconclusive")
  func tooManySteps() async throws {
    let text = String(repeating: "x", count: 30_000)
    try await expect(
      GraderSamples.grade("- {use: regex, never: '(x+)+y'}", text).verdict, equals: .pass)
    let grade = try await GraderSamples.grade("- {use: regex, never: 'x(?=(?:a{900}){9})'}", text)
    #expect(grade.verdict == .inconclusive)
    #expect(grade.reason == "the search takes too many steps")
  }

  @Test(
    "forbidden words match as whole words, in any case",
    arguments: [
      ("[Hustle]", "No hustle here.", false), ("[hustle]", "Hustlers.", true),
      ("[grind*]", "The grinding.", false), ("['*ing']", "It is raining.", false),
      ("[free trial]", "A FREE trial.", false), ("[free trial]", "Free. Trial.", true),
      ("[self-care]", "Self-care, then.", false), ("[^try to]", "When you try to rest.", true),
      ("[^try to]", "Try to rest.", false), ("[診断]", "それは診断です。", false), ("[診断]", "判断です。", true),
      ("[you could]", "So you\ncould rest.", false),
      ("[you could]", "About you.\n\nCould we?", true),
      ("[you could]", "For you\n- could be", true), ("[^try to]", "Rest now\ntry to sleep", false),
      ("[straße]", "Die STRASSE ist lang.", false), ("[STRASSE]", "Die Straße ist lang.", false),
      ("[free trial]", "A **free** 'trial'.", false), ("[free trial]", "A free\u{A0}trial.", false),
      ("[free trial]", "free\u{2060} trial, free\u{200B}trial", false),
      ("[discount]", "A dis\u{AD}count.", false), ("[cafe\u{301}]", "The CAF\u{C9}.", false),
    ])
  func forbidden(words: String, text: String, isPass: Bool) async throws {
    let grade = try await GraderSamples.grade("- {use: forbidden, words: \(words)}", text)
    #expect(grade.isPass == isPass, "\(grade.reason ?? "")")
  }

  @Test(
    "signs, numbers and addresses match as they are written",
    arguments: [
      ("example-app.org", "Try Example-App.org, now.", true),
      ("talk.example", "talk example", false),
      ("talk.example", "See https://www.talk.example/join.", true),
      ("talk.example", "talk.example.net", false),
      ("€14.50", "Only €14.50!", true), ("€14.50", "14 50", false), ("€14.50", "**€14.50**", true),
      ("$20", "It is \\$20.", true), ("$20", "It is $200.", false), ("12/7", "On 12/7.", true),
      ("12/7", "12 7 and 12/70", false), ("R&B", "R&B songs", true), ("R&B", "r b", false),
      ("E.U.", "In the E.U. now", true), ("E.U.", "eu", false), ("E.U.", "the E.U.R. thing", false),
      ("v3.1", "Get v3.1.", true), ("v3.1", "v3.10 or v3 1", false), ("F#", "Play F#.", true),
      ("F#", "Play F now", false), ("C++", "C and C+", false), ("-3 kg", "You lost 3 kg", false),
      ("-3 kg", "It says \u{2212}3 kg.", true), ("-3 kg", "from 5-3 kg", false),
      ("@team", "ask the team", false),
      ("@team", "Ask @team!", true), ("@team", "me@team.org", false),
      ("17", "17.5, 1.17 or 17,000", false),
      ("17", "(17), then", true), ("17", "It is *17*.", true), ("2.71", "It is 2.71.", true),
      ("2.71", "2 71", false), ("-7", "7 days", false), ("5-10", "5–10 minutes", true),
      ("either/or", "either or", false),
      ("90%", "About 90%!", true), ("90%", "190%", false), ("dr. lee", "Ask Dr. Lee.", true),
      ("great!", "That is great.", false), ("great!", "Great!", true),
      ("self-care", "self care", true),
      ("covid-19", "Covid 19", true), ("a@b.example", "Write to a@b.example.", true),
    ])
  func signs(phrase: String, text: String, isFound: Bool) async throws {
    for (kind, passes) in [("forbidden", !isFound), ("required", isFound)] {
      let grade = try await GraderSamples.grade("- {use: \(kind), words: ['\(phrase)']}", text)
      #expect(grade.isPass == passes, "\(kind): \(grade.reason ?? "")")
    }
  }

  @Test("what is found is named as it is written")
  func found() async throws {
    let grade = try await GraderSamples.grade(
      "- {use: forbidden, words: ['$9 a day'], except: ['only $9 a day']}",
      "Only $9\na day. It is $9 a day.")
    #expect(grade.reason == "says '$9 a day'")
    let none = try await GraderSamples.grade(
      "- {use: forbidden, words: ['$9 a day'], except: ['only $9 a day']}", "Only $9 a\nday.")
    #expect(none.isPass)
  }

  @Test(
    "phrases under 'alone' match whole sentences, after any number of leads",
    arguments: [
      ("words: [great], alone: true", "Great!", false),
      ("words: [great], alone: true", "Great courage.", true),
      ("words: [great], alone: true", "Great?", true),
      ("words: [great], alone: true", "I see. Great, then. Great.", false),
      ("words: ['great *ing'], alone: true", "Great listening!", false),
      ("words: [great], alone: true, leads: so", "So, so great.", false),
      ("words: [great], alone: true, leads: so", "So.", true),
      ("words: [so good], alone: true, leads: so", "So so good.", false),
      ("words: [good], alone: true, leads: [that's, that's a]", "That’s a good!", false),
      ("words: [10/10], alone: true", "Really? 10/10! Well.", false),
      ("words: [10/10], alone: true", "10/10 for that.", true),
      ("words: [A+], alone: true, leads: an", "An A+.", false),
      ("words: [great!], alone: true", "Great!", false),
      ("words: [素晴らしい], alone: true", "素晴らしい！", false),
      ("words: [素晴らしい], alone: true", "素晴らしい勇気です。", true),
    ])
  func alone(options: String, text: String, isPass: Bool) async throws {
    try await expect(
      GraderSamples.grade("- {use: forbidden, \(options)}", text).isPass, equals: isPass)
  }

  @Test(
    "a phrase can be allowed as an answer to the person's question",
    arguments: [
      ("unless_asked: price", "What's the price?", nil),
      ("unless_asked: price", "The price is high. Why?", "says 'dollars' unasked"),
      ("unless_asked: price", "tell me the price", "says 'dollars' unasked"),
      ("unless_asked: price, question_phrases: ^tell me", "so tell me the price", nil),
      ("unless_asked: price, question_phrases: ^tell me", "tell me why", "says 'dollars' unasked"),
      ("alone: false", "What's the price?", "says 'dollars'"),
    ])
  func unlessAsked(options: String, person: String, reason: String?) async throws {
    let conversation = GraderSamples.conversation(
      "Ten dollars.", after: [Message(.user, person)])
    let yaml = "- {use: forbidden, words: dollar*, \(options)}"
    try await expect(GraderSamples.grade(yaml, conversation).reason, equals: reason)
  }

  @Test("a question counts only in the person's message just before")
  func askedEarlier() async throws {
    let history = [
      Message(.user, "What's the price?"), Message(.assistant, "Hm."), Message(.user, "Well."),
    ]
    let conversation = GraderSamples.conversation("Ten dollars.", after: history)
    let yaml = "- {use: forbidden, words: dollar*, unless_asked: price}"
    try await expect(GraderSamples.grade(yaml, conversation).isPass, equals: false)
  }

  @Test(
    "an option without an effect is rejected, and so is a lead without words",
    arguments: [
      "leads: so", "alone: false, leads: so", "alone: true, leads: '!'", "alone: true, leads: so*",
      "question_phrases: ^are you", "unless_asked: '*'",
    ])
  func ineffective(options: String) {
    let problem = GraderSamples.problem("- {use: forbidden, words: great, \(options)}")
    #expect(problem?.code == "grader.option")
  }

  @Test("the summary says when a phrase counts")
  func forbiddenSummary() throws {
    let uses = try GraderSamples.uses(
      """
      - {use: forbidden, words: [a, b]}
      - {use: forbidden, words: [a, b], alone: true, unless_asked: c}
      """)
    #expect(
      uses.map(\.summary) == [
        "None of 'a', 'b'.", "No sentence that is only one of 'a', 'b', unless the person asks.",
      ])
  }

  @Test(
    "a phrase that no text or every text has is rejected",
    arguments: [
      "'*'", "'^'", "'!'", "'a * b'", "'a*b'", "'$'", "'*.com'", "'v2.*'", "'—'", "\"\\u200B\"",
    ])
  func emptyPhrase(phrase: String) {
    let problem = GraderSamples.problem("- use: forbidden\n  words: [\(phrase)]")
    #expect(problem?.location?.line == 2)
  }

  @Test("all required words must occur, or as many as the option says")
  func required() async throws {
    let all = "- {use: required, words: [sleep, friend*, doctor]}"
    let some = "- {use: required, words: [sleep, friend*, doctor], at_least: 2}"
    let text = "Your friends say you sleep badly."
    let grade = try await GraderSamples.grade(all, text)
    #expect(grade.verdict == .fail)
    #expect(grade.measured == 2)
    #expect(grade.reason?.contains("'doctor'") == true)
    #expect(try await GraderSamples.grade(some, text).isPass)
    #expect(GraderSamples.problem("- {use: required, words: [a], at_least: 2}") != nil)
  }

  @Test("words can be read from a file relative to the suite")
  func wordsFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# ours\r\nhustle\n\ngrind* # and so on\r\nF#\r\n", to: "words.txt")
    let yaml = "- {use: forbidden, words: also, words_file: words.txt}"
    let use = try #require(try GraderSamples.uses(yaml, folder: folder.path).first)
    for (text, isPass) in [
      ("Play F#.", false), ("Play F.", true), ("Grinding.", false), ("Also this.", false),
      ("ours, and so on", true),
    ] {
      let grades = try await use.grade(GraderSamples.conversation(text), with: .none)
      #expect(grades.map(\.isPass) == [isPass])
    }
    try folder.write("fine\n*\n", to: "words.txt")
    let problem = GraderSamples.problem(yaml, folder: folder.path)
    #expect(problem?.message.contains("line 2") == true)
    let missing = GraderSamples.problem(
      "- use: forbidden\n  words_file: wrods.txt", folder: folder.path)
    #expect(missing?.location?.line == 2)
    #expect(missing?.hint?.contains("words.txt") == true)
  }

  @Test(
    "language",
    arguments: [
      ("en", "What would it be like to let that go for a week?", Grade.Verdict.pass),
      ("en-GB", "What would it be like to let that go for a week?", .pass),
      ("es", "What would it be like to let that go for a week?", .fail),
      ("es", "¿Qué sería distinto si dejaras eso por una semana?", .pass),
      ("pt", "¿Qué sería distinto si dejaras eso por una semana?", .fail),
      ("uk", "Що зміниться, якщо відкласти це на тиждень?", .pass),
      ("en", "Що зміниться, якщо відкласти це на тиждень?", .fail),
      ("en", "Mm. Lisbon.", .inconclusive),
      ("tlh", "What would it be like to let that go for a week?", .inconclusive),
    ])
  func language(code: String, text: String, verdict: Grade.Verdict) async throws {
    let conversation = GraderSamples.conversation(text, language: code)
    try await expect(GraderSamples.grade("- language", conversation).verdict, equals: verdict)
  }

  @Test("a language can be required, and is inconclusive if it cannot be detected")
  func demandedLanguage() async throws {
    let text = "Das klingt, als ob dir die Arbeit gerade alles abverlangt."
    #expect(try await GraderSamples.grade("- {use: language, is: de}", text).isPass)
    #expect(GraderSamples.problem("- {use: language, is: klingon}")?.code == "grader.option")
  }
}
