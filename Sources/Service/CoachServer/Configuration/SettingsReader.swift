#if Server
  import Configuration
  import CoachKit
  import Documents
  import Synchronization

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Reads settings from the environment and a file, and collects every problem instead of stopping at the first.
  struct SettingsReader {
    private let file: SettingsFile?
    private let path: String
    private let reader: ConfigReader
    private let log = AccessLog()
    private let variables: [String]
    private(set) var problems: [Diagnostic] = []

    /// The prefix of variables: `listen.port` is `COACHKIT_LISTEN_PORT`.
    private static let prefix = "coachkit"

    /// Creates a reader. Variables override the file, which may be missing.
    ///
    /// Throws ``SourceError`` if the file cannot be read.
    init(path: String?, environment: [String: String], files: any FileSystem) throws(SourceError) {
      self.path = path ?? ""
      // A variable that is empty is one that is not set.
      let set = environment.filter { !$0.value.isEmpty }
      variables = set.keys.sorted()
      var providers: [any ConfigProvider] = [
        EnvironmentVariablesProvider(environmentVariables: set)
          .prefixKeys(with: ConfigKey(Self.prefix))
      ]
      file = try path.map { path throws(SourceError) in try SettingsFile(files.read(path)) }
      if let file { providers.append(file) }
      reader = ConfigReader(providers: providers, accessReporter: log)
    }

    // MARK: Values

    mutating func text(_ key: String) -> String? {
      defer { collect(key) }
      return reader.string(forKey: ConfigKey(key))
    }

    mutating func texts(_ key: String) -> [String] {
      defer { collect(key) }
      return reader.stringArray(forKey: ConfigKey(key)) ?? []
    }

    /// Returns a JSON object: a mapping of the file, or a text with JSON.
    mutating func object(
      _ key: String, hint: String = "write {\"top_k\": 40}"
    ) -> JSONObject? {
      let text = reader.string(forKey: ConfigKey(key))
      // A mapping of the file is no text, which is not its fault here.
      if !isOverridden(key), let object = file?.node(key)?.json.object { return object }
      collect(key)
      guard let text else { return nil }
      guard let object = (try? JSONValue(parsing: text, refusesRepeatedNames: true))?.object else {
        report(
          key, "must be a mapping, or a JSON object that has no name twice",
          hint: hint)
        return nil
      }
      return object
    }

    mutating func flag(_ key: String, default value: Bool) -> Bool {
      defer { collect(key) }
      return reader.bool(forKey: ConfigKey(key)) ?? value
    }

    mutating func integer(_ key: String, default value: Int, in range: ClosedRange<Int>) -> Int {
      integer(key, in: range) ?? value
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
      let found = reader.int(forKey: ConfigKey(key))
      collect(key)
      guard let found else { return nil }
      guard range.contains(found) else {
        report(key, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return found
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
      let found = reader.double(forKey: ConfigKey(key))
      collect(key)
      guard let found else { return nil }
      guard range.contains(found) else {
        report(
          key,
          "must be a number from \(JSONValue.number(range.lowerBound).text()) to \(JSONValue.number(range.upperBound).text())"
        )
        return nil
      }
      return found
    }

    /// Returns one of the words of a type.
    mutating func choice<Word: RawRepresentable<String> & CaseIterable>(
      _ key: String, default value: Word
    ) -> Word {
      guard let text = text(key) else { return value }
      if let word = Word(rawValue: text) { return word }
      let words = Word.allCases.map(\.rawValue)
      report(
        key, "is '\(text)', which is not known",
        hint: words.hint(for: text) ?? "write one of: \(words.joined(separator: ", "))")
      return value
    }

    /// Returns a path: of the file relative to its folder, of a variable relative to the current one.
    mutating func path(_ key: String) -> String? {
      text(key).map { isOverridden(key) ? $0 : besideFile($0) }
    }

    /// Returns the name of a model, whose file is found like that of ``path(_:)``.
    mutating func model(_ key: String) -> String? {
      text(key).map { isOverridden(key) ? $0 : modelBesideFile($0) }
    }

    /// Returns the names of models.
    mutating func models(_ key: String) -> [String] {
      texts(key).map { isOverridden(key) ? $0 : modelBesideFile($0) }
    }

    private func modelBesideFile(_ name: String) -> String {
      let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, ["scripted", "replay", "replies"].contains(parts[0]) else {
        return name
      }
      return "\(parts[0]):\(besideFile(parts[1]))"
    }

    private func besideFile(_ text: String) -> String {
      guard !text.hasPrefix("/") else { return text }
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      return folder.isEmpty && !path.hasPrefix("/") ? text : "\(folder)/\(text)"
    }

    private func isOverridden(_ key: String) -> Bool { log.source(of: key)?.isVariable ?? false }

    // MARK: Problems

    /// Reports a problem with the value of a key, where that stands.
    mutating func report(_ key: String, _ problem: String, hint: String? = nil) {
      if let node = file?.node(key), !isOverridden(key) {
        problems += node.error("settings.value", "'\(key)' \(problem)", hint: hint).diagnostics
      } else {
        let name = isOverridden(key) ? Self.variable(key) : key
        problems.append(Diagnostic("settings.value", "'\(name)' \(problem)", hint: hint))
      }
    }

    /// The name of the variable that overrides a key.
    static func variable(_ key: String) -> String {
      "\(prefix).\(key)".uppercased().replacing(".", with: "_")
    }

    private mutating func collect(_ key: String) {
      guard let failure = log.failure(of: key) else { return }
      if let error = failure.error as? SourceError {
        problems += error.diagnostics
      } else {
        problems.append(
          Diagnostic(
            "settings.value", "'\(Self.variable(key))' must be \(failure.type.words)",
            hint: "change the variable, or unset it"))
      }
    }

    /// Does some work and takes over the problems that it throws.
    mutating func collect(_ work: () throws(SourceError) -> Void) {
      do throws(SourceError) {
        try work()
      } catch {
        problems += error.diagnostics
      }
    }

    /// Throws all problems, also keys of the file that nothing reads.
    mutating func finish() throws(SourceError) {
      let known = log.keys
      for entry in file?.entries ?? [] where !known.contains(entry.key) {
        let last = entry.key.split(separator: ".").last.map(String.init) ?? entry.key
        let similar = known.map { $0 }.hint(for: entry.key)
        problems +=
          entry.value.error(
            "settings.unknown-key", "unknown setting '\(entry.key)'",
            hint: similar ?? "'\(last)' is not read: remove it"
          ).diagnostics
      }
      reportUnknownVariables()
      problems.sort { ($0.location?.line ?? 0, $0.message) < ($1.location?.line ?? 0, $1.message) }
      try problems.throwErrors()
    }
  }

  extension SettingsReader {
    /// Secrets, which are no settings.
    private static let secrets = ["COACHKIT_STORE_URL"]

    /// Reports variables whose second word is that of settings, or nearly, and which nothing reads.
    private mutating func reportUnknownVariables() {
      let known = Set(log.keys.map(Self.variable) + Self.secrets)
      let sections = Set(
        known.compactMap { $0.split(separator: "_").dropFirst().first.map(String.init) })
      for variable in variables where !known.contains(variable) {
        let parts = variable.split(separator: "_").map(String.init)
        guard parts.count > 2, parts[0] == Self.prefix.uppercased(),
          sections.closestMatch(to: parts[1]) != nil
        else { continue }
        problems.append(
          Diagnostic(
            "settings.unknown-key", "'\(variable)' is not a setting",
            hint: known.closestMatch(to: variable).map { "did you mean '\($0)'?" }
              ?? "remove it; Documentation/server.md lists the settings"))
      }
    }
  }

  /// What was read, from where, and why it could not be.
  private final class AccessLog: AccessReporter {
    struct Source: Sendable {
      var isVariable: Bool
    }

    struct Failure: Sendable {
      var error: any Error
      var type: ConfigType
    }

    private struct State {
      var sources: [String: Source] = [:]
      var failures: [String: Failure] = [:]
      var keys: Set<String> = []
    }

    private let state = Mutex(State())

    var keys: Set<String> { state.withLock { $0.keys } }

    func source(of key: String) -> Source? { state.withLock { $0.sources[key] } }

    func failure(of key: String) -> Failure? { state.withLock { $0.failures[key] } }

    func report(_ event: Configuration.AccessEvent) {
      let key = event.metadata.key.components.joined(separator: ".")
      state.withLock { state in
        state.keys.insert(key)
        for (place, provider) in event.providerResults.enumerated() {
          switch provider.result {
          case .success(let found):
            if found.value == nil { continue }
            state.sources[key] = Source(isVariable: place == 0)
          case .failure(let error):
            state.sources[key] = Source(isVariable: place == 0)
            state.failures[key] = Failure(
              error: error, type: event.metadata.valueType)
          }
          return
        }
      }
    }
  }

  extension ConfigType {
    /// The type in words.
    fileprivate var words: String {
      switch self {
      case .int: "a whole number"
      case .double: "a number"
      case .bool: "true or false"
      case .string, .bytes, .stringArray, .intArray, .doubleArray, .boolArray, .byteChunkArray:
        "a text"
      }
    }
  }
#endif
