import SourceFiles

/// One of the cases of an enumeration whose values are objects with a member that names the case.
package struct JSONVariant<Whole>: Sendable {
  fileprivate let word: String
  fileprivate let properties: JSONObject
  fileprivate let required: [String]
  /// Writes the members; `nil` for a value of another case.
  fileprivate let members: @Sendable (Whole) -> JSONObject?
  fileprivate let read: @Sendable (inout MappingReader) throws(SourceError) -> Whole

  /// A case with members.
  package init<Payload>(
    _ word: String, _ form: JSONObjectForm<Payload>,
    get: @escaping @Sendable (Whole) -> Payload?, make: @escaping @Sendable (Payload) -> Whole
  ) {
    self.init(word, form, get: get) { (map: inout MappingReader) throws(SourceError) in
      make(try form.readMembers(&map))
    }
  }

  /// A case with one member.
  package init<Part>(
    _ word: String, _ member: String, _ form: JSONForm<Part>,
    get: @escaping @Sendable (Whole) -> Part?, make: @escaping @Sendable (Part) -> Whole
  ) {
    let field = JSONField<Part>.required(member, \.self, form)
    self.init(word, JSONObjectForm<Part>(word, field) { $0[\.self] }, get: get, make: make)
  }

  /// A case with members that is only written.
  package init<Payload>(
    writing word: String, _ form: JSONObjectForm<Payload>,
    get: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.init(word, form, get: get) { (map: inout MappingReader) throws(SourceError) in
      throw map.node.error(.type, "\(word) is only written")
    }
  }

  private init<Payload>(
    _ word: String, _ form: JSONObjectForm<Payload>,
    get: @escaping @Sendable (Whole) -> Payload?,
    read: @escaping @Sendable (inout MappingReader) throws(SourceError) -> Whole
  ) {
    self.word = word
    properties = form.properties
    required = form.required
    members = { get($0).map(form.members) }
    self.read = read
  }

  /// A case without members.
  package init(_ word: String, _ value: Whole) where Whole: Equatable & Sendable {
    self.word = word
    properties = [:]
    required = []
    members = { $0 == value ? [:] : nil }
    read = { (map: inout MappingReader) throws(SourceError) in
      try map.finish()
      return value
    }
  }
}

/// The case of an enumeration that holds what an older program does not know.
package struct JSONUnknownVariant<Whole>: Sendable {
  fileprivate let get: @Sendable (Whole) -> (word: String, members: JSONObject)?
  fileprivate let make: @Sendable (_ word: String, _ members: JSONObject) -> Whole

  package init(
    get: @escaping @Sendable (Whole) -> (word: String, members: JSONObject)?,
    make: @escaping @Sendable (_ word: String, _ members: JSONObject) -> Whole
  ) {
    self.get = get
    self.make = make
  }
}

extension JSONForm {
  /// An enumeration whose values are objects; the member `tag` names the case.
  ///
  /// - Parameter unknown: What an unknown case becomes in a document that ``SourceFile/allowsUnknown``; without one it
  ///   is an error.
  package static func variants(
    _ title: String, tag: String, _ variants: [JSONVariant<Value>],
    unknown: JSONUnknownVariant<Value>? = nil
  ) -> JSONForm {
    let words = variants.map(\.word)
    let schemas = variants.map { variant in
      var properties: JSONObject = [tag: ["const": .string(variant.word)]]
      for (name, schema) in variant.properties { properties[name] = schema }
      return JSONValue.schema("\(title): \(variant.word)", properties, [tag] + variant.required)
    }
    return JSONForm(
      schema: ["title": .string(title), "oneOf": .array(schemas)],
      write: { value in
        for variant in variants {
          guard let members = variant.members(value) else { continue }
          var object: JSONObject = [tag: .string(variant.word)]
          for (name, member) in members { object[name] = member }
          return .object(object)
        }
        guard let (word, members) = unknown?.get(value) else { return .null }
        var object: JSONObject = [tag: .string(word)]
        for (name, member) in members { object[name] = member }
        return .object(object)
      }
    ) { (node, what) throws(SourceError) in
      var map = try MappingReader(node, what)
      let nameNode = try map.required(tag)
      let word = try nameNode.string("'\(tag)'")
      guard let variant = variants.first(where: { $0.word == word }) else {
        if node.allowsUnknown, let unknown {
          var members = node.json.object ?? [:]
          members[tag] = nil
          return unknown.make(word, members)
        }
        throw nameNode.unknownChoice("'\(tag)'", word, among: words)
      }
      return try variant.read(&map)
    }
  }
}
