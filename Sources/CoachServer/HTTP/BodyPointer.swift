#if Server
  /// Finds the JSON Pointer (RFC 6901) of a place in a body: programs send one long line, in which a column says little.
  ///
  /// The body has been read as JSON up to the place. Members whose names are no plain words are written as `*`, since a
  /// caller may have put what a person wrote into a name.
  struct BodyPointer {
    private enum Container {
      case object(key: String)
      case list(index: Int)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var column = 1
    private var containers: [Container] = []

    /// Returns the pointer of a place, counted in lines and Unicode scalars from 1, or `nil` if nothing begins there.
    static func pointer(to place: (line: Int, column: Int), in bytes: [UInt8]) -> String? {
      var pointer = BodyPointer(bytes: bytes)
      return pointer.find(place)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func find(_ place: (line: Int, column: Int)) -> String? {
      var expectsKey = false
      while position < bytes.count {
        let isHere = (line, column) == place
        switch bytes[position] {
        case UInt8(ascii: "\""):
          let text = string()
          if expectsKey {
            containers[containers.count - 1] = .object(key: text)
            expectsKey = false
          }
          if isHere { return path }
          continue
        case UInt8(ascii: "{"):
          if isHere { return path }
          containers.append(.object(key: ""))
          expectsKey = true
        case UInt8(ascii: "["):
          if isHere { return path }
          containers.append(.list(index: 0))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard containers.popLast() != nil else { return nil }
          expectsKey = false
        case UInt8(ascii: ","):
          switch containers.last {
          case .list(let index): containers[containers.count - 1] = .list(index: index + 1)
          case .object: expectsKey = true
          case nil: return nil
          }
        default: if isHere { return path }
        }
        advance()
      }
      return nil
    }

    private var path: String {
      containers.reduce(into: "") { path, container in
        switch container {
        case .object(let key): path += "/\(key)"
        case .list(let index): path += "/\(index)"
        }
      }
    }

    /// Passes a string and returns it if it is a plain word, or else `*`.
    private mutating func string() -> String {
      let start = position + 1
      repeat {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { advance() }
        advance()
      } while position < bytes.count && bytes[position] != UInt8(ascii: "\"")
      let word = bytes[start..<max(start, min(position, bytes.count))]
      if position < bytes.count { advance() }
      let isPlain =
        (1...32).contains(word.count)
        && word.allSatisfy { byte in
          byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
      return isPlain ? String(decoding: word, as: UTF8.self) : "*"
    }

    private mutating func advance() {
      if bytes[position] == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if position + 1 == bytes.count || bytes[position + 1] & 0xC0 != 0x80 {
        column += 1
      }
      position += 1
    }
  }
#endif
