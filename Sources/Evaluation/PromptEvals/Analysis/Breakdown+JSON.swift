package import Documents
import EvalGraders
import EvalStatistics

extension Breakdown {
  /// The figures as JSON; unknown ones are null.
  package var json: JSONObject {
    [
      "by": .string(dimension.rawValue), "metric": .string(metric),
      "groups": .array(groups.map(Self.json)), "omitted": .integer(omitted),
    ]
  }

  private static func json(_ group: Group) -> JSONValue {
    [
      "name": .string(group.name), "transcripts": .integer(group.transcripts),
      "clusters": .integer(group.clusters), "values": .object(json(group.values)),
      "differences": .object(json(group.differences)),
    ]
  }

  private static func json(_ estimates: [String: Estimate]) -> JSONObject {
    estimates.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json }
  }
}
