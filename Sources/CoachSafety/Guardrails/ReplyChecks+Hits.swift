import SafetyRules
import Phrases

/// What a stretch of a reply says that it must not.
struct ReplyHit: Sendable, Hashable {
  /// The check that found it.
  var check: ReplyCheck
  /// The words.
  var evidence: String
}

extension ReplyChecks {
  /// What begins in a stretch and must not be said, one hit a check, in the order of the checks.
  ///
  /// Takes the quotation that is open before the stretch and leaves the one that is open behind it.
  func hits(
    in stretch: ReplyStretch, of checks: Set<ReplyCheck>, quotation: inout ReplyQuotation.Open?
  ) -> [ReplyHit] {
    let reading = Reading(stretch, rules.vocabulary)
    let matches = rules.finder.matches(in: reading.words)
    var announcements: [Range<Int>] = []
    var exceptions: [(check: ReplyCheck, tokens: ClosedRange<Int>)] = []
    for match in matches {
      switch rules.owners[match.rule] {
      case .phrase: break
      case .exception(let check): exceptions.append((check, match.tokens))
      case .announcement: announcements.append(reading.range(of: match.tokens))
      }
    }
    let quoted = reading.othersWords(announcements, open: &quotation)
    if stretch.endsLine { quotation = nil }
    var hits: [ReplyCheck: ClosedRange<Int>] = [:]
    for match in matches {
      guard case .phrase(let check) = rules.owners[match.rule], checks.contains(check),
        reading.isOwn(match.tokens),
        !quoted.contains(where: { reading.range(of: match.tokens).isWithin($0) }),
        !exceptions.contains(where: {
          $0.check == check && reaches($0.tokens, match.tokens, in: reading.words)
        })
      else { continue }
      if let known = hits[check], known.lowerBound <= match.tokens.lowerBound { continue }
      hits[check] = match.tokens
    }
    return ReplyCheck.allCases.compactMap { check in
      hits[check].map {
        ReplyHit(check: check, evidence: reading.plain.text(reading.range(of: $0)))
      }
    }
  }

  /// Whether an exception speaks for a phrase: in the same sentence, with no turn of the thought between them.
  private func reaches(
    _ exception: ClosedRange<Int>, _ phrase: ClosedRange<Int>, in words: [PhraseToken]
  ) -> Bool {
    guard words[exception.lowerBound].sentence == words[phrase.lowerBound].sentence else {
      return false
    }
    let first = min(exception.upperBound, phrase.upperBound)
    let last = max(exception.lowerBound, phrase.lowerBound)
    guard first < last else { return true }
    return !words[first...last].contains {
      rules.stops.contains($0.text) || rules.stops.contains($0.written)
    }
  }

  /// A stretch as its words.
  private struct Reading {
    let plain: ReplyPlainText
    let words: [PhraseToken]
    /// The bytes of the text as it is written that are judged now.
    let judged: Range<Int>

    init(_ stretch: ReplyStretch, _ vocabulary: PhraseVocabulary) {
      plain = ReplyPlainText(stretch.before + stretch.text + stretch.after)
      words = ReplyTokens(plain, isBeginning: stretch.isBeginning, vocabulary: vocabulary).tokens
      let start = stretch.before.reduce(0) { $0 + UTF8.width($1) }
      judged = start..<stretch.text.reduce(start) { $0 + UTF8.width($1) }
    }

    /// Where words stand in the plain text.
    func range(of tokens: ClosedRange<Int>) -> Range<Int> {
      words[tokens.lowerBound].range.lowerBound..<words[tokens.upperBound].range.upperBound
    }

    /// Whether words begin in what is judged now.
    func isOwn(_ tokens: ClosedRange<Int>) -> Bool {
      judged.contains(plain.origin(of: range(of: tokens).lowerBound))
    }

    /// What stands in quotation marks and was announced as somebody else's words.
    func othersWords(
      _ announcements: [Range<Int>], open: inout ReplyQuotation.Open?
    ) -> [Range<Int>] {
      let first = plain.origins.firstIndex { $0 >= judged.lowerBound } ?? plain.bytes.count
      var quotations = ReplyQuotation.quotations(in: plain.text, from: first, after: open)
      let isAnnounced = announcements.contains { announcement in
        !quotations.contains { announcement.isWithin($0.range) }
      }
      if isAnnounced { for index in quotations.indices { quotations[index].isAnnounced = true } }
      let last = quotations.last { plain.origin(of: $0.range.lowerBound) < judged.upperBound }
      open = last.flatMap { last in
        let goesOn = !last.isClosed || plain.origin(of: last.range.upperBound) >= judged.upperBound
        return goesOn ? ReplyQuotation.Open(ends: last.ends, isAnnounced: last.isAnnounced) : nil
      }
      return quotations.filter(\.isAnnounced).map(\.range)
    }
  }
}

extension Range<Int> {
  fileprivate func isWithin(_ other: Range<Int>) -> Bool {
    other.lowerBound <= lowerBound && upperBound <= other.upperBound
  }
}
