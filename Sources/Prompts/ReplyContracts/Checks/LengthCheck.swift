import Documents
import SourceFiles
import TextAnalysis

/// A text has a number of characters, words, sentences or lines.
struct LengthCheck: ContractCheck {
  /// What is counted.
  enum Unit: String, CaseIterable {
    case characters, words, sentences, lines

    func count(_ text: String) -> Int {
      switch self {
      case .characters: text.reduce(0) { $0 + $1.length }
      case .words: SpokenWords(text).count
      case .sentences: Sentences.split(text).count
      case .lines: text.split(whereSeparator: \.isNewline).count
      }
    }
  }

  static let names = Unit.allCases.map(\.rawValue)

  private let target: ValuePath
  private let unit: Unit
  private let range: ContractRange

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    unit = Unit(rawValue: name) ?? .characters
    range = try ContractRange(&options)
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["string"] }
  var openPaths: [ValuePath] { range.paths }
  var canRepair: Bool { unit == .characters }

  func keywords(with inputs: ContractInputs) -> JSONObject {
    guard unit == .characters else { return [:] }
    return range.counts(minimum: "minLength", maximum: "maxLength", with: inputs)
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    subject.texts(at: target).compactMap { place in
      let count = unit.count(place.text)
      return range.problem(with: .integer(count), in: subject).map { problem in
        ContractFinding(
          location: place.location, problem: "has \(count) \(unit.rawValue); \(problem)",
          repair: cut(place.text, in: subject))
      }
    }
  }

  /// Returns the text cut to the maximum number of characters; `nil` if it is too short, or if something else is counted.
  private func cut(_ text: String, in subject: ContractSubject) -> JSONValue? {
    guard unit == .characters, let most = range.largest(in: subject), unit.count(text) > most else {
      return nil
    }
    var length = 0
    let kept = text.prefix { character in
      length += character.length
      return length <= most
    }
    return .string(String(kept))
  }
}

extension Character {
  /// How many characters it counts as: one, unless more marks are piled on it than any language or emoji needs.
  fileprivate var length: Int { max(1, unicodeScalars.count / 10) }
}
