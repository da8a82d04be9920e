import CoachDomains
import CoachModel
import CoachSafety
import CoachSignals
import CoachTranscripts
import Foundation
import Synchronization
import TestKit
import TextAnalysis

extension OutsideReader {
  /// Readers of what people and models say.
  static let conversations: [OutsideReader] = [
    OutsideReader("screen", shapes: prose, words: proseWords) { bytes in
      // A number in front, since the screen remembers the messages that it has read.
      let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
      _ = CrisisScreen.builtIn.assess("\(number) " + bytes.text, history: [])
    },
    OutsideReader("guard", shapes: prose, words: proseWords) { bytes in
      var replyGuard = ReplyGuard(policy: .standard, isDiscovery: true, language: "en")
      for piece in bytes.pieces { _ = replyGuard.feed(piece.text) }
      _ = replyGuard.finish()
    },
    OutsideReader("crisis.reply", shapes: prose, words: proseWords) { bytes in
      var filter = CrisisReplyFilter(
        resources: ResourceTable.builtIn.resources(for: "DE", categories: [], language: "en"))
      for piece in bytes.pieces { _ = filter.feed(piece.text) }
      _ = filter.finish()
    },
    OutsideReader("persona", shapes: prose, words: proseWords) { bytes in
      let text = bytes.text
      let persona = Persona(name: text, tone: text, methodology: text, personality: text)
      _ = PersonaRules.builtIn.review(persona, language: "en")
    },
    OutsideReader("router", shapes: prose, words: proseWords) { bytes in
      _ = Self.router?.decide(bytes.text)
    },
    OutsideReader("dates", shapes: prose + dateShapes, words: proseWords + dateWords) { bytes in
      for language in ["en", "es", "de"] {
        _ = DateMention.all(
          in: bytes.text, language: language, today: CalendarDay(number: 20_000),
          direction: .future)
      }
    },
    OutsideReader("memory", shapes: prose, words: proseWords) { bytes in
      var memory = MemoryIndex()
      memory.add(
        RememberedSession(
          id: "s", conversation: "c", day: CalendarDay(number: 20_000), language: "en",
          messages: [RememberedMessage(id: "m", role: .user, text: bytes.text)]))
      _ = memory.search(MemoryQuery(bytes.text, language: "en"))
    },
    OutsideReader("patterns", shapes: prose, words: proseWords) { bytes in
      let notes = (0..<3).map { number in
        NotedSession(
          session: "\(number)", day: CalendarDay(number: number), domain: nil,
          messages: [bytes.text])
      }
      _ = PatternFinder(notes, language: "en").candidates()
    },
    OutsideReader("language", shapes: prose, words: proseWords) { bytes in
      _ = LanguageDetector.language(of: bytes.text)
    },
    OutsideReader("sentences", shapes: prose, words: proseWords) { bytes in
      _ = Sentences.split(bytes.text)
      _ = Sentences.questionCount(bytes.text)
      _ = Paragraphs.count(bytes.text)
      _ = SpokenWords(bytes.text)
    },
    OutsideReader("anonymise", shapes: prose, words: proseWords) { bytes in
      let transcript = Transcript(
        id: "a", title: "A", kind: .coaching, origin: "imported", quality: .unrated, domain: "d",
        language: "en", person: "p",
        messages: [Message(.user, bytes.text), Message(.assistant, "Yes?")])
      _ = TranscriptAnonymiser().anonymise([transcript])
    },
  ]

  private static let count = Atomic(0)

  private static let router = (try? DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs"))
    .map { DomainRouter($0) }

  private static let dateShapes = [
    Shape("days", "next Tuesday "), Shape("in", "in "), Shape("the", "the "),
    Shape("ordinals", "the 3rd "), Shape("dates", "3.5."), Shape("months", "May "),
    Shape("of", "3 de "), Shape("a few", "a "),
  ]

  private static let dateWords = [
    "next ", "Tuesday ", "in ", "two ", "weeks ", "ago ", "the ", "3rd ", "of ", "May ", "2026 ",
    "am ", "3. ", "Mai ", "el ", "de ", "que ", "viene ", "mañana ", "morgen ", "vor ", "-05-",
  ]

  private static let prose = [
    Shape("words", "word "), Shape("sentences", "I am tired. "), Shape("lines", "\n"),
    Shape("letters", "a"),
    Shape("blanks", " "), Shape("stops", "."), Shape("questions", "?"), Shape("quotes", "\""),
    Shape("open quotes", "“"), Shape("list", "1. a\n"), Shape("digits", "1"),
    Shape("numbers", "1 "),
    Shape("brackets", "("), Shape("mail", "a@b.c "), Shape("at signs", "@"),
    Shape("links", "http://a.b/c "),
    Shape("slashes", "/"), Shape("han", "漢"), Shape("soft hyphens", "\u{AD}"),
    Shape("marks", "a\u{301}"),
    Shape("marks only", "\u{301}"), Shape("emoji", "👩🏽‍💻"), Shape("not", "not "),
    Shape("I want to", "I want to "),
    Shape("names", "Anna B. "), Shape("commas", ", "), Shape("hyphens", "a-"),
    Shape("apostrophes", "a'"),
    Shape("letters apart", "k i l l "), Shape("stops apart", ". a"),
    Shape("encoded", "aGVsbG8gd29ybGQ="),
  ]

  private static let proseWords = [
    "a ", "I ", "want ", "to ", "not ", "die", ". ", "?", "\n", "\"", "“", "1. ", "(", "@",
    "http://", "漢",
    "\u{AD}", "\u{301}", "👩🏽‍💻", "Anna ", "+49 170 1234567", "a@b.c", "<", "</person>", "# ", "you ",
    "are ", "now ",
  ]
}
