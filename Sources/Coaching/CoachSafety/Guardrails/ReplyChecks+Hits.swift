import SafetyRules
import TextAnalysis

/// A check's match in a stretch of a reply.
struct ReplyHit: Sendable, Hashable {
  var check: ReplyCheck
  /// The matched words, as plain text.
  var evidence: String
}

extension ReplyChecks {
  /// Returns the matches that begin in a stretch, at most one per check, in the order of the checks.
  ///
  /// Before the call, `quotation` is the quotation that is open before the stretch; afterwards, the one open after
  /// it.
  func hits(
    in stretch: ReplyStretch, of checks: Set<ReplyCheck>, quotation: inout ReplyQuotation.Open?
  ) -> [ReplyHit] {
    guard !stretch.isBlankLine else {
      quotation = nil
      return []
    }
    let reading = Reading(stretch, rules.finder.vocabulary)
    let matches = rules.finder.matches(in: reading.words)
    var announcements: [Range<Int>] = []
    var exceptions: [(check: ReplyCheck, tokens: ClosedRange<Int>)] = []
    var denials: [(list: String, tokens: ClosedRange<Int>)] = []
    for match in matches {
      switch rules.owners[match.rule] {
      case .phrase, .hint: break
      case .exception(let check): exceptions.append((check, match.tokens))
      case .denial(let list): denials.append((list, match.tokens))
      case .announcement: announcements.append(reading.range(of: match.tokens))
      }
    }
    let quoted = reading.othersWords(announcements, open: &quotation)
    if stretch.endsLine { quotation = nil }
    var hits: [ReplyCheck: ClosedRange<Int>] = [:]
    var denied: Set<ReplyCheck> = []
    lazy var judged = judgement(on: reading.plain.text)
    for match in matches {
      guard let (check, isHint) = rules.owners[match.rule].finding, checks.contains(check),
        reading.isOwn(match.tokens),
        !quoted.contains(where: { reading.range(of: match.tokens).isWithin($0) }),
        !exceptions.contains(where: {
          $0.check == check && reaches($0.tokens, to: match.tokens, in: reading.words)
        })
      else { continue }
      let isDenied = denials.contains {
        rules.entries[check]?.denials.contains($0.list) == true
          && denies($0.tokens, match.tokens, in: reading.words)
      }
      guard !isDenied else {
        denied.insert(check)
        continue
      }
      if let known = hits[check], known.lowerBound <= match.tokens.lowerBound { continue }
      guard !isHint || judged?.confirmsHint == true else { continue }
      hits[check] = match.tokens
    }
    // A quotation has another speaker, and what is denied is not said, and nothing tells the model which part of the
    // sentence that is.
    if hits.isEmpty, quoted.isEmpty, let judgement = judged, judgement.suffices,
      checks.contains(judgement.check), !denied.contains(judgement.check),
      let last = reading.words.indices.last
    {
      hits[judgement.check] = 0...last
    }
    return ReplyCheck.builtIn.compactMap { check in
      hits[check].map {
        ReplyHit(check: check, evidence: reading.plain.text(reading.range(of: $0)))
      }
    }
  }

  /// Returns whether an exception applies to a phrase: both are in one sentence, with no stop word between them.
  private func reaches(
    _ exception: ClosedRange<Int>, to phrase: ClosedRange<Int>, in words: [PhraseToken]
  ) -> Bool {
    guard words[exception.lowerBound].sentence == words[phrase.lowerBound].sentence else {
      return false
    }
    let first = min(exception.upperBound, phrase.upperBound)
    let last = max(exception.lowerBound, phrase.lowerBound)
    guard first < last else { return true }
    return !words[first...last].contains { $0.isOne(of: rules.stops[...]) }
  }

  /// Returns whether a denial applies to a phrase: the phrase begins with its last word or behind it, in the same clause and
  /// with no stop word between them.
  private func denies(
    _ denial: ClosedRange<Int>, _ phrase: ClosedRange<Int>, in words: [PhraseToken]
  ) -> Bool {
    guard denial.upperBound < phrase.lowerBound else {
      return denial.upperBound == phrase.lowerBound
    }
    let rest = words[(denial.upperBound + 1)...phrase.lowerBound]
    guard words[denial.upperBound].sentence == words[phrase.lowerBound].sentence,
      rest.allSatisfy(\.isAttached)
    else { return false }
    return !rest.dropLast().contains {
      $0.isOne(of: rules.stops[...]) || $0.isOne(of: rules.denialStops[...])
    }
  }

  /// The tokens of a stretch.
  private struct Reading {
    let plain: ReplyPlainText
    let words: [PhraseToken]
    /// The range of the original text that is judged now, in UTF-8 bytes.
    let judged: Range<Int>

    init(_ stretch: ReplyStretch, _ vocabulary: PhraseVocabulary) {
      plain = ReplyPlainText(stretch.before + stretch.text + stretch.after)
      words = ReplyTokens(plain, isBeginning: stretch.isBeginning, vocabulary: vocabulary).tokens
      let start = stretch.before.reduce(0) { $0 + UTF8.width($1) }
      judged = start..<stretch.text.reduce(start) { $0 + UTF8.width($1) }
    }

    /// Returns the byte range of tokens in the plain text.
    func range(of tokens: ClosedRange<Int>) -> Range<Int> {
      words.bytes(of: Range(tokens))
    }

    /// Returns whether tokens begin in the part that is judged now.
    func isOwn(_ tokens: ClosedRange<Int>) -> Bool {
      judged.contains(plain.origin(of: range(of: tokens).lowerBound))
    }

    /// Returns the ranges of quotations that were announced as another speaker's words.
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

extension ReplyRules.Owner {
  /// The check that finds something, and whether it does so only with the trained part; `nil` for an exception, a denial or an
  /// announcement.
  fileprivate var finding: (check: ReplyCheck, isHint: Bool)? {
    switch self {
    case .phrase(let check): (check, false)
    case .hint(let check): (check, true)
    case .exception, .denial, .announcement: nil
    }
  }
}

extension Range<Int> {
  fileprivate func isWithin(_ other: Range<Int>) -> Bool {
    other.lowerBound <= lowerBound && upperBound <= other.upperBound
  }
}
