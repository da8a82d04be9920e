import CommandLineSupport
import EvalStatistics
import PromptEvals

/// What is known of a run's requests before it: in how many of them versions differ, and which transcripts share one.
struct EvalRequestsView {
  private let differences: [RequestDifference]
  private let sharing: RequestSharing?
  /// The transcripts that were looked at, in words; empty for all.
  private let part: String

  /// What a plan would send.
  init(_ requests: EvalPlan.Requests, unit: String) {
    differences = requests.differences
    sharing = requests.sharing
    part =
      requests.isComplete ? "" : " of the first \(Figures.counted(requests.transcripts, unit))"
  }

  /// What a rehearsal sent.
  init(_ report: EvalReport) {
    differences = report.requestDifferences
    sharing = report.sharing
    part = ""
  }

  /// One line for each challenger, and the remarks; empty if there is nothing to compare and nothing shared.
  var lines: [String] {
    let compared = differences.filter { $0.compared > 0 }
    return compared.enumerated().map { index, difference in
      (index == 0 ? "requests     " : "             ") + line(difference)
    } + notes.map { "note: \($0)".inked(.yellow) }
  }

  /// Whether there is more to say than that all requests differ.
  var isNoteworthy: Bool { !notes.isEmpty }

  private func line(_ difference: RequestDifference) -> String {
    let place = difference.place.isEmpty ? "" : ", \(difference.place)"
    return difference.summary + part + place
  }

  private var notes: [String] {
    let diluted = differences.filter(\.isPartial).map { difference in
      let rest = difference.compared - difference.differing
      return
        "\(Figures.count(rest)) of \(Figures.counted(difference.compared, "request")) are the same for"
        + " \(difference.baseline) and \(difference.challenger), and can show no difference"
    }
    let same = differences.filter(\.isNone).map { difference in
      "nothing is compared between \(difference.baseline) and \(difference.challenger)"
    }
    let open =
      differences.contains { $0.unknown > 0 }
      ? ["the other requests contain earlier replies, and are known only in the run"] : []
    let shared = sharing.map { ["\($0.summary)\(part): \($0.consequence)"] } ?? []
    return diluted + same + open + shared
  }
}
