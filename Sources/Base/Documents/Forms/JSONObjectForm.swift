package import SourceFiles

/// A member of an object that stands for a value of type `Whole`.
///
/// It names a property, whose value is written; what was read is asked for by the same name (``ReadMembers``).
package struct JSONField<Whole>: Sendable {
  /// A property that a member stands for.
  package typealias Property<Part> = any KeyPath<Whole, Part> & Sendable

  fileprivate let name: String
  fileprivate let property: any AnyKeyPath & Sendable
  fileprivate let schema: JSONValue
  fileprivate let isRequired: Bool
  fileprivate let write: @Sendable (Whole) -> JSONValue?
  fileprivate let read: @Sendable (inout MappingReader) throws(SourceError) -> Any

  /// A member that is always there.
  package static func required<Part>(
    _ name: String, _ property: Property<Part>, _ form: JSONForm<Part>
  ) -> JSONField {
    JSONField(
      name: name, property: property, schema: form.schema, isRequired: true,
      write: { form.write($0[keyPath: property]) }
    ) { (map: inout MappingReader) throws(SourceError) in
      try form.read(try map.required(name), "'\(name)'")
    }
  }

  /// A member that is left out if there is no value.
  package static func optional<Part>(
    _ name: String, _ property: Property<Part?>, _ form: JSONForm<Part>
  ) -> JSONField {
    JSONField(
      name: name, property: property, schema: form.schema, isRequired: false,
      write: { $0[keyPath: property].map(form.write) }
    ) { (map: inout MappingReader) throws(SourceError) in
      try map.optional(name).map { (node) throws(SourceError) in try form.read(node, "'\(name)'") }
        as Any
    }
  }

  /// A member that is left out if it has its default.
  package static func optional<Part: Equatable & Sendable>(
    _ name: String, _ property: Property<Part>, _ form: JSONForm<Part>, default value: Part
  ) -> JSONField {
    JSONField(
      name: name, property: property, schema: form.schema, isRequired: false,
      write: { whole in
        let part = whole[keyPath: property]
        // A bare `nil` would be the JSON value null.
        return part == value ? JSONValue?.none : form.write(part)
      }
    ) { (map: inout MappingReader) throws(SourceError) in
      guard let node = map.optional(name) else { return value }
      return try form.read(node, "'\(name)'")
    }
  }

  /// A list that is left out if it is empty.
  package static func list<Item>(
    _ name: String, _ property: Property<[Item]>, _ form: JSONForm<Item>
  ) -> JSONField {
    let list = JSONForm<[Item]>.list(form)
    return JSONField(
      name: name, property: property, schema: list.schema, isRequired: false,
      write: { whole in
        let items = whole[keyPath: property]
        return items.isEmpty ? JSONValue?.none : list.write(items)
      }
    ) { (map: inout MappingReader) throws(SourceError) in
      guard let node = map.optional(name) else { return [Item]() }
      return try list.read(node, "'\(name)'")
    }
  }

  /// A member that follows from others: it is written for programs that do not know how, and not believed when read.
  package static func derived<Part>(
    _ name: String, _ property: Property<Part>, _ form: JSONForm<Part>
  ) -> JSONField {
    JSONField(
      name: name, property: property, schema: form.schema, isRequired: false,
      write: { form.write($0[keyPath: property]) }
    ) { (map: inout MappingReader) throws(SourceError) in
      if let node = map.optional(name) { _ = try form.read(node, "'\(name)'") }
      return ()
    }
  }

  /// A member that follows from others, and is left out if there is no value.
  package static func derived<Part>(
    _ name: String, _ property: Property<Part?>, _ form: JSONForm<Part>
  ) -> JSONField {
    let optional = JSONField.optional(name, property, form)
    return JSONField(
      name: name, property: property, schema: form.schema, isRequired: false,
      write: optional.write
    ) { (map: inout MappingReader) throws(SourceError) in
      _ = try optional.read(&map)
      return ()
    }
  }
}

/// The members of an object that were read, under the names of the properties that they stand for.
///
/// A property without a member, or with a derived one, has no value here: to ask for it is a mistake in the declaration of
/// the form, which stops the program when any value is read.
@dynamicMemberLookup
package struct ReadMembers<Whole> {
  /// The object, for errors that concern several members.
  package let node: DocumentNode
  fileprivate let slots: [any AnyKeyPath & Sendable: Int]
  fileprivate let values: [Any]

  package subscript<Part>(dynamicMember property: any KeyPath<Whole, Part> & Sendable) -> Part {
    self[property]
  }

  /// The value of a member that stands for a part of a property, such as `members[\.model.provider]`.
  package subscript<Part>(_ property: any KeyPath<Whole, Part> & Sendable) -> Part {
    guard let slot = slots[property], let value = values[slot] as? Part else {
      preconditionFailure("the form of \(Whole.self) has no member for \(property)")
    }
    return value
  }
}

/// The JSON form of a type whose values are objects.
package struct JSONObjectForm<Value>: Sendable {
  /// What reading throws.
  package typealias Failure = SourceError

  /// Names a value in errors, such as `a memory`.
  let title: String
  /// The members' schemas by name, in the order in which they are written.
  let properties: JSONObject
  /// The members that are always there.
  let required: [String]
  let members: @Sendable (Value) -> JSONObject
  let readMembers: @Sendable (inout MappingReader) throws(SourceError) -> Value

  /// Creates a form from its members, in the order in which they are written. `make` receives what was read.
  package init(
    _ title: String, _ fields: JSONField<Value>...,
    make: @escaping @Sendable (ReadMembers<Value>) throws(Failure) -> Value
  ) {
    let slots = Dictionary(
      fields.enumerated().map { ($1.property, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(
      title, fields,
      readMembers: { (map: inout MappingReader) throws(SourceError) in
        var values: [Any] = []
        values.reserveCapacity(fields.count)
        for field in fields { values.append(try field.read(&map)) }
        // Before what concerns several members: a misspelt name explains why one is missing.
        try map.finish()
        return try make(ReadMembers(node: map.node, slots: slots, values: values))
      })
  }

  /// Creates a form of values that are only written, such as the answers of a server. Reading one throws.
  package init(writing title: String, _ fields: JSONField<Value>...) {
    self.init(
      title, fields,
      readMembers: { (map: inout MappingReader) throws(SourceError) in
        throw map.node.error(.type, "\(title) is only written")
      })
  }

  private init(
    _ title: String, _ fields: [JSONField<Value>],
    readMembers: @escaping @Sendable (inout MappingReader) throws(SourceError) -> Value
  ) {
    self.init(
      title: title,
      properties: fields.reduce(into: [:]) { $0[$1.name] = $1.schema },
      required: fields.filter(\.isRequired).map(\.name),
      members: { value in fields.reduce(into: [:]) { $0[$1.name] = $1.write(value) } },
      readMembers: readMembers)
  }

  private init(
    title: String, properties: JSONObject, required: [String],
    members: @escaping @Sendable (Value) -> JSONObject,
    readMembers: @escaping @Sendable (inout MappingReader) throws(SourceError) -> Value
  ) {
    self.title = title
    self.properties = properties
    self.required = required
    self.members = members
    self.readMembers = readMembers
  }

  /// The form of a larger value whose object has one more member.
  package func adding<Part, Whole>(
    _ field: JSONField<Whole>, title: String,
    base: @escaping @Sendable (Whole) -> Value,
    make: @escaping @Sendable (Value, Part) -> Whole
  ) -> JSONObjectForm<Whole> {
    var properties = properties
    properties[field.name] = field.schema
    return JSONObjectForm<Whole>(
      title: title, properties: properties,
      required: required + (field.isRequired ? [field.name] : []),
      members: { whole in
        var object = members(base(whole))
        object[field.name] = field.write(whole)
        return object
      },
      readMembers: { (map: inout MappingReader) throws(SourceError) in
        guard let part = try field.read(&map) as? Part else {
          preconditionFailure(
            "'\(field.name)' has another type than the form of \(Whole.self) says")
        }
        return make(try readMembers(&map), part)
      })
  }

  /// The names of the members, in the order in which they are written.
  package var names: [String] { properties.keys }

  /// The form of the objects as values, for members and lists of others.
  package var form: JSONForm<Value> {
    JSONForm(schema: .schema(title, properties, required), write: { .object(members($0)) }) {
      (node, what) throws(SourceError) in
      var map = try MappingReader(node, what)
      return try readMembers(&map)
    }
  }
}

extension JSONValue {
  /// The schema of an object with these members and no others.
  static func schema(_ title: String, _ properties: JSONObject, _ required: [String]) -> JSONValue {
    var schema: JSONObject = ["title": .string(title), "type": "object"]
    schema["properties"] = .object(properties)
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    schema["additionalProperties"] = false
    return .object(schema)
  }
}
