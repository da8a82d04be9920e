import Documents
import Foundation
import LanguageModels
import ModelProviders
import TestKit

/// Plays faults for any client: `/<protocol>/<fault>/…` is answered according to the fault; the rest of the path is
/// ignored. Faults of TLS cannot be selected by a path and are left out.
package enum FaultService {
  /// Serves until the process ends. Prints its port first.
  package static func run(port: Int) async throws {
    let table = try await FaultTable.measured()
    let faults = WireProtocol.included.flatMap { Fault.all(of: $0) }
      .filter { if case .http = $0.scheme { true } else { false } }
    let byPath = Dictionary(
      uniqueKeysWithValues: faults.map { ("\($0.wire.rawValue)/\($0.name)", $0) })
    let counts = Observed<[String: Int]>([:])
    let server = ScriptedServer(port: port) { request in
      let parts = request.path.split(separator: "/")
      switch (parts.first, parts.count) {
      case ("faults"?, 1): return answer(list(faults))
      case ("ours"?, 1): return answer(ours(faults, table))
      default: break
      }
      let name = parts.prefix(2).joined(separator: "/")
      if parts.count == 3, parts[2] == "requests" {
        return answer(["requests": .integer(counts.current[name] ?? 0)])
      }
      guard let fault = byPath[name] else {
        return [.send(Response.complete(404, "no such fault", []))]
      }
      counts.update { $0[name, default: 0] += 1 }
      return fault.script(request)
    }
    guard let server else {
      print("port \(port) is taken")
      exit(1)
    }
    print("listening on \(server.port)")
    fflush(nil)
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  private static func answer(_ value: JSONValue) -> [ServerStep] {
    [.send(Response.complete(200, value.text(), ["Content-Type: application/json"])), .keep]
  }

  private static func list(_ faults: [Fault]) -> JSONValue {
    var names: [String] = []
    for fault in faults where !names.contains(fault.name) { names.append(fault.name) }
    let entries = names.map { name -> JSONValue in
      let played = faults.filter { $0.name == name }
      let wires = played.map { JSONValue.string($0.wire.rawValue) }
      let cut = played.filter(\.isSilentlyCut).map { JSONValue.string($0.wire.rawValue) }
      return [
        "name": .string(name), "title": .string(played.first?.title ?? name),
        "protocols": .array(wires), "cut": .array(cut),
        "text": .string(played.first.map { SampleReply.of($0.wire).text } ?? ""),
      ]
    }
    return [
      "protocols": .array(WireProtocol.included.map { .string($0.rawValue) }),
      "faults": .array(entries),
    ]
  }

  private static func ours(_ faults: [Fault], _ table: FaultTable) -> JSONValue {
    var object: JSONObject = [:]
    for wire in WireProtocol.included {
      var words: JSONObject = [:]
      for fault in faults where fault.wire == wire {
        words[fault.name] = table.word(wire, fault.name).map { .string($0) }
      }
      object[wire.rawValue] = .object(words)
    }
    return .object(object)
  }
}

extension Fault {
  /// Whether the reply ends early without any error.
  fileprivate var isSilentlyCut: Bool {
    if case .failure(.truncated, _, _, _) = expected { true } else { false }
  }
}
