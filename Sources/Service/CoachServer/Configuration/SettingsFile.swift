#if Server
  import Configuration
  import CoachKit
  import Documents

  /// The values of a settings file, for swift-configuration: a YAML file whose keys are joined by dots.
  ///
  /// The file is read by the project's own reader, so that every problem has a line and a column.
  struct SettingsFile: ConfigProvider, ConfigSnapshot {
    let providerName: String
    private let values: [[String]: DocumentNode]

    /// The groups within groups. What else is a mapping there is a value.
    private static let groups = [["costs", "caps"]]

    /// Reads a file. Throws ``SourceError`` if it is not YAML, or not a mapping of groups to keys.
    init(_ file: SourceFile) throws(SourceError) {
      providerName = file.path
      var values: [[String]: DocumentNode] = [:]
      let isEmpty = file.bytes.allSatisfy { $0.isWhitespace }
      if !isEmpty {
        for group in try MappingReader(try DocumentNode.parse(file), "the file").entries {
          guard case .mapping(let entries) = group.value.content else {
            values[[group.key]] = group.value
            continue
          }
          for entry in entries {
            let key = [group.key, entry.key]
            if Self.groups.contains(key), case .mapping(let inner) = entry.value.content {
              for part in inner { values[key + [part.key]] = part.value }
            } else {
              values[key] = entry.value
            }
          }
        }
      }
      self.values = values
    }

    /// The keys with their values, in no order.
    var entries: [(key: String, value: DocumentNode)] {
      values.map { ($0.key.joined(separator: "."), $0.value) }
    }

    /// Returns the node of a key, for errors about it.
    func node(_ key: String) -> DocumentNode? {
      values[key.split(separator: ".").map(String.init)]
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      let name = key.components.joined(separator: ".")
      guard let node = values[key.components], node.scalar != .null else {
        return LookupResult(encodedKey: name, value: nil)
      }
      return LookupResult(
        encodedKey: name,
        value: ConfigValue(try Self.content(of: node, as: type, "'\(name)'"), isSecret: false))
    }

    private static func content(
      of node: DocumentNode, as type: ConfigType, _ what: String
    ) throws(SourceError) -> ConfigContent {
      switch type {
      case .string: .string(try node.string(what))
      case .int: .int(try wholeNumber(node, what))
      case .double:
        .double(
          try node.number(
            what, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude))
      case .bool: .bool(try node.flag(what))
      case .stringArray: .stringArray(try node.strings(what))
      case .bytes, .intArray, .doubleArray, .boolArray, .byteChunkArray:
        throw node.error("settings.type", "\(what) cannot be read as a \(type.rawValue)")
      }
    }

    private static func wholeNumber(_ node: DocumentNode, _ what: String) throws(SourceError) -> Int
    {
      guard case .integer(let number)? = node.scalar else {
        throw node.error("settings.type", "\(what) must be a whole number, not \(node.kindName)")
      }
      return number
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
      try value(forKey: key, type: type)
    }

    func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler: (
        _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
      ) async throws -> Return
    ) async throws -> Return {
      try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    func watchSnapshot<Return: ~Copyable>(
      updatesHandler: (
        _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
      ) async throws -> Return
    ) async throws -> Return {
      try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
  }

  extension UInt8 {
    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
  }
#endif
