#if Postgres
  import CCoachPQ

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Where the database is and how to log in. It has a password, so nothing prints it.
  struct PostgresAddress: Sendable {
    private var names: [String] = []
    private var values: [String] = []

    /// Reads a connection string of libpq.
    ///
    /// What neither the string nor the environment sets gets defaults that suit the store: it gives up on hosts that do
    /// not answer, and of several hosts it takes the one that accepts writes.
    init(_ text: String, timeouts: PostgresTimeouts) throws(PostgresFailure) {
      // The message of libpq is not used, since it quotes the string.
      var message: UnsafeMutablePointer<CChar>?
      let options = PQconninfoParse(text, &message)
      if let message { PQfreemem(message) }
      // A text with a zero would be cut off there.
      guard let options, !text.utf8.contains(0) else { throw .malformedAddress }
      defer { PQconninfoFree(options) }
      var isSet: Set<String> = []
      var option = options
      while let keyword = option.pointee.keyword {
        let name = String(cString: keyword)
        if let value = option.pointee.val {
          isSet.insert(name)
          set(name, to: String(cString: value))
        } else if let variable = option.pointee.envvar, getenv(variable) != nil {
          isSet.insert(name)
        }
        option += 1
      }
      set("client_encoding", to: "UTF8")
      // A service file may set anything, and parameters would override it.
      guard !isSet.contains("service") else { return }
      for (name, value) in Self.defaults(timeouts) where !isSet.contains(name) {
        set(name, to: value)
      }
    }

    private static func defaults(_ timeouts: PostgresTimeouts) -> [(String, String)] {
      [
        ("application_name", "coachkit"),
        ("connect_timeout", "\(max(2, timeouts.connection.positiveSeconds))"),
        ("target_session_attrs", "read-write"),
        ("tcp_user_timeout", "\(timeouts.operation.positiveMilliseconds)"),
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ]
    }

    private mutating func set(_ name: String, to value: String) {
      names.append(name)
      values.append(value)
    }

    /// Starts a connection and waits for the result, successful or not; `nil` if there is no memory.
    func connect() -> OpaquePointer? {
      Self.withPointers(to: names) { names in
        Self.withPointers(to: values) { values in PQconnectdbParams(names, values, 0) }
      }
    }

    /// Calls a function with a list of C strings that ends with null.
    private static func withPointers<Result>(
      to texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      var offsets: [Int] = []
      var characters: [CChar] = []
      for text in texts {
        offsets.append(characters.count)
        characters += text.utf8CString
      }
      return characters.withUnsafeBufferPointer { characters in
        var pointers = offsets.map { offset in characters.baseAddress.map { $0 + offset } }
        pointers.append(nil)
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
      }
    }
  }

  extension PostgresAddress: CustomStringConvertible, CustomReflectable {
    var description: String { "a PostgreSQL database" }

    var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
