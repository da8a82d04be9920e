#if Server
  import Documents
  import Tracing

  /// The attributes of a span, an event or a link in OTLP, sorted by name and limited in number.
  struct OTLPAttributes {
    /// The most bytes of a text: collectors reject requests that are too large as a whole.
    private static let maximumLength = 4096

    private let entries: [JSONValue]
    private let droppedCount: Int

    init(_ attributes: SpanAttributes) {
      var named: [(String, SpanAttribute)] = []
      attributes.forEach { named.append(($0, $1)) }
      let kept = named.sorted { $0.0 < $1.0 }.prefix(SpanContent.limit)
      droppedCount = named.count - kept.count
      entries = kept.compactMap { name, attribute in
        Self.value(of: attribute).map { ["key": .string(name), "value": $0] }
      }
    }

    /// Adds the members to that which has the attributes.
    func add(to object: inout JSONObject) {
      if !entries.isEmpty { object["attributes"] = .array(entries) }
      object.add(droppedCount, as: "droppedAttributesCount")
    }

    /// Returns a value as an `AnyValue`; nil for a type that a later version adds.
    private static func value(of attribute: SpanAttribute) -> JSONValue? {
      switch attribute {
      case .int32(let value): integer(Int64(value))
      case .int64(let value): integer(value)
      case .double(let value): number(value)
      case .bool(let value): ["boolValue": .bool(value)]
      case .string(let value): text(value)
      case .stringConvertible(let value): other(value)
      case .int32Array(let values): list(values) { integer(Int64($0)) }
      case .int64Array(let values): list(values, integer)
      case .doubleArray(let values): list(values, number)
      case .boolArray(let values): list(values) { ["boolValue": .bool($0)] }
      case .stringArray(let values): list(values, text)
      case .stringConvertibleArray(let values): list(values, other)
      default: nil
      }
    }

    /// As a string: JSON's numbers are not exact to 64 bits for every reader.
    private static func integer(_ value: Int64) -> JSONValue {
      ["intValue": .string(String(value))]
    }

    private static func number(_ value: Double) -> JSONValue {
      // What JSON has no number for is a word in the mapping of protocol buffers.
      if value.isNaN { return ["doubleValue": "NaN"] }
      if value.isInfinite { return ["doubleValue": value < 0 ? "-Infinity" : "Infinity"] }
      return ["doubleValue": .number(value)]
    }

    private static func text(_ value: String) -> JSONValue {
      ["stringValue": .string(value.truncated(toBytes: maximumLength))]
    }

    /// A number stays one: the tracing API has a list of `Int` as one of values with descriptions.
    private static func other(_ value: any CustomStringConvertible & Sendable) -> JSONValue {
      if let value = value as? any BinaryInteger, let value = Int64(exactly: value) {
        return integer(value)
      }
      if let value = value as? any BinaryFloatingPoint { return number(Double(value)) }
      return text("\(value)")
    }

    private static func list<Element>(
      _ elements: [Element], _ value: (Element) -> JSONValue
    ) -> JSONValue {
      ["arrayValue": ["values": .array(elements.map(value))]]
    }
  }

  extension JSONObject {
    /// Adds a count, unless it is zero, which is the default.
    mutating func add(_ count: Int, as name: String) {
      if count > 0 { self[name] = .integer(count) }
    }
  }
#endif
