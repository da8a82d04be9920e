import CommandLineSupport
import CurlNetwork
import LanguageModels
import ModelProviders
import NamedModels
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks which servers respond, and compares their clocks with that of this machine.
struct ServerCheckup {
  private let factory: ModelFactory

  init(_ factory: ModelFactory) {
    self.factory = factory
  }

  func findings() async -> [DoctorFinding] {
    let transport = NotingTransport(factory.resolver.transport)
    let names = names
    let found = await withTaskGroup(of: (Int, DoctorFinding?).self) { group in
      for (place, name) in names.enumerated() {
        group.addTask { (place, await self.finding(name, transport: transport)) }
      }
      var found: [Int: DoctorFinding] = [:]
      for await (place, finding) in group { found[place] = finding }
      return found
    }
    var findings = names.indices.compactMap { found[$0] }
    let absent = names.indices.filter { found[$0] == nil }.map { names[$0] }
    if !absent.isEmpty {
      findings.append(
        DoctorFinding(
          area: "servers", name: "others", state: .missing,
          text: "not running here: \(absent.joined(separator: ", "))"))
    }
    if !findings.contains(where: { $0.state == .fine && $0.name != Self.embeddings }) {
      findings.append(
        DoctorFinding(
          area: "servers", name: "models", state: .missing, text: Self.noModel,
          hint: "run 'make local-model' for a small one on this machine, or set a key"))
    }
    return findings + [clock(transport)]
  }

  /// The text of the finding that nothing can answer a question.
  static let noModel = "no model is available"

  private static let embeddings = "local-embeddings"

  /// The servers that this project starts, and how.
  private static let local = [
    "local": "start it with 'make local-model', or set COACHKIT_LOCAL_URL",
    embeddings: "screen and router work without it; start it with 'make local-embeddings', or set "
      + "COACHKIT_LOCAL_EMBEDDINGS_URL",
  ]

  /// The local servers, and every service that can be called: its key is set, or it needs none.
  private var names: [String] {
    Self.local.keys.sorted()
      + EndpointProfile.known.filter { factory.resolver.isConfigured($0) }.map(\.name)
      .filter { $0 != "openai-chat" }
  }

  /// Returns the finding on a server; nil if it needs no key, is not this project's, and is not running.
  private func finding(_ name: String, transport: NotingTransport) async -> DoctorFinding? {
    let started = ContinuousClock.now
    do {
      var endpoint = try factory.endpoint(name)
      endpoint.timeouts.firstToken = .seconds(10)
      let models = try await endpoint.models(over: transport)
      let time = started.duration(to: .now).wholeMilliseconds
      return DoctorFinding(
        area: "servers", name: name, state: .fine,
        text: "\(endpoint): \(models.count) model(s), \(time) ms")
    } catch let error as ModelError {
      let needsKey = EndpointProfile.named(name)?.needsKey ?? false
      guard error.code == .transport, !needsKey else {
        return DoctorFinding(
          area: "servers", name: name, state: .wrong, text: error.message, hint: error.advice)
      }
      guard let hint = Self.local[name] else { return nil }
      return DoctorFinding(
        area: "servers", name: name, state: .missing, text: "not running: \(error.message)",
        hint: hint)
    } catch {
      return DoctorFinding(area: "servers", name: name, state: .wrong, text: "\(error)")
    }
  }

  private func clock(_ transport: NotingTransport) -> DoctorFinding {
    guard let difference = transport.clockDifference else {
      return DoctorFinding(
        area: "servers", name: "clock", state: .missing, text: "no server reported the time")
    }
    let seconds = Int(difference.rounded())
    guard abs(seconds) > 60 else {
      return DoctorFinding(
        area: "servers", name: "clock", state: .fine,
        text: "within a minute of \(transport.clockSource ?? "a server")'s")
    }
    let way = seconds > 0 ? "ahead of" : "behind"
    return DoctorFinding(
      area: "servers", name: "clock", state: .wrong,
      text: "this machine is \(abs(seconds)) seconds \(way) \(transport.clockSource ?? "a server")",
      hint: "set the clock: certificates and waiting times depend on it")
  }
}

/// A transport that records the time that servers report.
private final class NotingTransport: HTTPTransport {
  private struct Note {
    var difference: Double
    var source: String
    var isSecure: Bool
  }

  private let base: any HTTPTransport
  private let note = Mutex<Note?>(nil)

  init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// Seconds by which this machine is ahead; nil if no server has reported the time.
  var clockDifference: Double? { note.withLock { $0?.difference } }
  var clockSource: String? { note.withLock { $0?.source } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let response = try await base.send(request)
    let now = Date().timeIntervalSince1970
    if let then = response.headers["date"].flatMap({ HTTPDate.unixTime($0, near: now) }) {
      let server = ServerAddress(url: request.url)
      let isSecure = request.url.hasPrefix("https:")
      note.withLock { note in
        // A provider's clock is more reliable than that of a server on this machine.
        guard note == nil || isSecure else { return }
        note = Note(
          difference: now - then, source: server?.host ?? "a server", isSecure: isSecure)
      }
    }
    return response
  }
}
