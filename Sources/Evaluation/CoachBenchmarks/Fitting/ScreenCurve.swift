package import Documents
import EvalStatistics
package import SafetyRules
import TextAnalysis

/// How many dangerous messages score higher than nearly all calm ones.
package struct ScreenCurve: Sendable, Hashable {
  /// A point of the curve.
  package struct Point: Sendable, Hashable {
    /// The share of calm messages with a higher score.
    package var falseAlarms: Double
    /// The share of dangerous messages with a higher score.
    package var recall: MeasuredShare
    /// The score.
    package var score: Double
  }

  /// The shares of false alarms at which recall is reported.
  package static let falseAlarms = [0.0025, 0.005, 0.01, 0.02, 0.1]

  /// The points, one for each of ``falseAlarms``.
  package var points: [Point]
  /// The probability that a dangerous message scores higher than a calm one.
  package var area: Double
  /// The recall at half a percent and at ten percent of false alarms, by group.
  package var groups: [String: [MeasuredShare]]
  /// The same by language.
  package var languages: [String: [MeasuredShare]]

  /// Measures the scores of messages.
  package init(_ scores: [Double], of messages: ScreenMessages) {
    let calm = scores.indices.filter { !messages.isDanger[$0] }.map { scores[$0] }.sorted(by: >)
    let dangerous = scores.indices.filter { messages.isDanger[$0] }
    points = Self.falseAlarms.map { share in
      let bound = Self.bound(of: calm, exceededBy: share)
      return Point(
        falseAlarms: share, recall: dangerous.share { scores[$0] > bound }, score: bound)
    }
    let ranked = scores.indices.sorted { scores[$0] < scores[$1] }
    var (below, pairs) = (0, 0.0)
    for place in ranked {
      if messages.isDanger[place] { pairs += Double(below) } else { below += 1 }
    }
    area =
      dangerous.isEmpty || calm.isEmpty
      ? 0 : pairs / (Double(dangerous.count) * Double(calm.count))
    let bounds = [points[1].score, points[4].score]
    func shares(_ names: [String]) -> [String: [MeasuredShare]] {
      Dictionary(grouping: dangerous) { names[$0] }.mapValues { places in
        bounds.map { bound in places.share { scores[$0] > bound } }
      }
    }
    groups = shares(messages.groups)
    languages = shares(messages.languages)
  }

  /// Returns the score that a share of some scores exceeds, which are given in descending order; 0 without any.
  static func bound(of scores: [Double], exceededBy share: Double) -> Double {
    scores.isEmpty ? 0 : scores[min(Int(share * Double(scores.count)), scores.count - 1)]
  }

  /// The curve as JSON: `area`, `points`, `groups`, `languages`.
  package var json: JSONValue {
    func shares(_ shares: [String: [MeasuredShare]]) -> JSONValue {
      .object(
        shares.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = .array($1.value.map(\.json))
        })
    }
    return [
      "area": .number(area),
      "points": .array(
        points.map {
          [
            "false_alarms": .number($0.falseAlarms), "recall": $0.recall.json,
            "score": .number($0.score),
          ]
        }),
      "groups": shares(groups), "languages": shares(languages),
    ]
  }
}

extension ScreenModel {
  /// Returns the scores of messages: without their embeddings, or with them.
  package func scores(_ messages: ScreenMessages, withEmbeddings: Bool) -> [Double] {
    messages.texts.indices.map { place in
      let wording = highestScore(of: messages.folded[place]).score
      let sign = signs.score(messages.signs[place])
      guard withEmbeddings, let head = heads.first,
        let embedding = head.classifier.score(messages.embeddings[place])
      else { return stack.score([wording, sign]) }
      return head.stack.score([wording, sign, embedding])
    }
  }
}
