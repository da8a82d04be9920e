import Documents
import EvalGraders
import EvalStatistics

extension ClusterShare {
  /// The figures as JSON; unknown ones are null.
  var json: JSONValue {
    [
      "cluster": .string(cluster), "changed": .integer(changed),
      "all_changed": .integer(allChanged), "share": .number(share),
      "difference_without": rest.json, "p_without": restP.map { .number($0) } ?? .null,
    ]
  }
}
