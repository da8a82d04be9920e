@testable import CoachSafety
import Testing
import TestKit

@Suite("Context of phrases in a reply")
struct ReplyGuardMeaningTests {
  private func count(_ text: String) throws -> Int {
    ReplyGuard.reply(text, .all(.mark), checks: try FruitChecks.checks()).findings.count
  }

  @Test(
    "an exception in the same sentence suppresses a phrase",
    arguments: [
      "I can't say that you have apples.", "That you have apples, nobody knows.",
      "If you have apples, I can't say, and why you have apples nobody knows.",
    ])
  func exceptions(text: String) throws {
    try expect(count(text), equals: 0)
  }

  @Test(
    "an exception in another sentence or clause does not",
    arguments: [
      "I can't say. You have apples.", "I can't say, but you have apples.",
      "I can't say; you have apples.",
      "You have apples, but I can't say why.", "Nobody knows?\nYou have apples.",
    ])
  func noExceptions(text: String) throws {
    try expect(count(text), equals: 1)
  }

  private func countWithDenials(_ text: String) throws -> Int {
    let files = FruitChecks.files(
      groups: FruitChecks.groupsWithDenials, checks: ["diagnosis": FruitChecks.denying])
    return ReplyGuard.reply(text, .all(.mark), checks: try ReplyChecks(files)).findings.count
  }

  @Test(
    "what is denied in the same clause is not said",
    arguments: [
      "I will not say you have apples.", "I would not say that you really have apples.",
      "I don't think you have apples.",
      "Here it is: I will not say you have apples, and I mean it.",
    ])
  func denials(text: String) throws {
    try expect(countWithDenials(text), equals: 0)
    try expect(count(text), equals: 1)
  }

  @Test(
    "a denial reaches no other clause, nothing before it, and not past another negation",
    arguments: [
      "I will not say more, you have apples.", "I will not say: you have apples.",
      "I will not say more and you have apples.", "I will not say more but you have apples.",
      "I will not say so. You have apples.", "You have apples, I will not say.",
      "You have apples that I will not say.", "I will not say it is not that you have apples.",
      "I don't think anyone minds that you have apples.",
      "I don't want to hear that you have apples.",
    ])
  func noDenials(text: String) throws {
    try expect(countWithDenials(text), equals: 1)
  }

  @Test(
    "Markdown marks do not hide a phrase",
    arguments: [
      "You **have** apples.", "**You have** _apples_.", "__You__ have ~~apples~~.",
      "You ha**ve** apples.",
      "`You` have `apples`.", "***You*** have appl_es_.", "# You have apples", "> You have apples",
      "[You have apples](x.org).",
      "You have\u{200B} apples.", "YOU HÁVE ÄPPLES.", "You — have apples.",
      "You just really have apples.",
    ])
  func markdown(text: String) throws {
    try expect(count(text), equals: 1)
  }

  @Test(
    "words introduced as someone else's are not the coach's",
    arguments: [
      "You said, \"You have apples\".", "You said: “I know. You have apples. Yes.” Good.",
      "«You have apples», you said.",
      "„You have apples“, she says.", "You said 'you have apples' twice.",
      "You said: \"Yes. You have apples.\nNo.\"",
      "“Well. You have apples”, you said that.",
    ])
  func quotations(text: String) throws {
    try expect(count(text), equals: 0)
  }

  @Test(
    "other words in quotation marks count",
    arguments: [
      "\"You have apples\".", "You said \"yes\", and you have apples.",
      "She knows: “You have apples.”",
      "You said: \"Yes.\" You have apples.", "You said: \"Yes.\nYou have apples.",
      "It's said: you have apples, isn't it's?",
    ])
  func noQuotations(text: String) throws {
    try expect(count(text), equals: 1)
  }

  @Test(
    "a phrase can be limited to the start of a sentence",
    arguments: [
      ("Take apples.", 1), ("Well. Take apples.", 1), ("My advice: take apples.", 1),
      ("- Take apples", 1),
      ("1. Take apples", 1), ("So it is – take apples.", 1), ("**Take** apples.", 1),
      ("One. Just take apples.", 1),
      ("You take apples.", 0), ("They would take apples.", 0), ("Well, take apples.", 0),
    ] as [(String, Int)])
  func beginnings(text: String, found: Int) throws {
    try expect(count(text), equals: found)
  }

  @Test(
    "a number in digits is one word, and questions can be excluded",
    arguments: [
      ("Eat 5 apples.", 1), ("Eat 12,000 apples.", 1), ("Eat 0.5 apples.", 1), ("Eat 5apples.", 1),
      ("Eat five apples.", 0),
      ("Do you eat 5 apples?", 0), ("What if you eat 5 apples?", 0),
      ("So, when did you eat 5 apples?", 0),
      ("After such a day, do you ever eat 5 apples?", 0), ("You eat 5 apples, don't you?", 1),
      ("Eat 5 apples 💙 What do you think?", 1), ("Eat 5 apples — right?", 1), ("Eat 5 apples?!", 1),
      ("Why? Eat 5 apples.", 1),
    ] as [(String, Int)])
  func numbers(text: String, found: Int) throws {
    try expect(count(text), equals: found)
  }

  @Test("an abbreviated title does not end a sentence")
  func titles() throws {
    try expect(count("I can't say, Dr. Smith, that you have apples."), equals: 0)
    try expect(count("I can't say, dear. Smith, you have apples."), equals: 1)
  }

  @Test("a phrase does not match across sentences")
  func ends() throws {
    try expect(count("That is what you have. Apples are red."), equals: 0)
    try expect(count("That is what you have\nApples are red."), equals: 0)
  }
}
