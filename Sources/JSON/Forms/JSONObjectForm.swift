package import SourceFiles
package import YAMLDocument

/// A member of an object that stands for a value of type `Whole`.
package struct JSONField<Whole, Part>: Sendable {
  fileprivate let name: String
  fileprivate let schema: JSONValue
  fileprivate let isRequired: Bool
  fileprivate let write: @Sendable (Whole) -> JSONValue?
  fileprivate let read: @Sendable (inout YAMLMapping) throws(SourceError) -> Part

  /// A member that is always there.
  package static func required(
    _ name: String, _ get: @escaping @Sendable (Whole) -> Part, _ form: JSONForm<Part>
  ) -> JSONField {
    JSONField(
      name: name, schema: form.schema, isRequired: true, write: { form.write(get($0)) }
    ) { (map: inout YAMLMapping) throws(SourceError) in
      try form.read(try map.required(name), "'\(name)'")
    }
  }

  /// A member that is left out if there is no value.
  package static func optional<Wrapped>(
    _ name: String, _ get: @escaping @Sendable (Whole) -> Wrapped?, _ form: JSONForm<Wrapped>
  ) -> JSONField where Part == Wrapped? {
    JSONField(
      name: name, schema: form.schema, isRequired: false, write: { get($0).map(form.write) }
    ) { (map: inout YAMLMapping) throws(SourceError) in
      guard let node = map.optional(name) else { return nil }
      return try form.read(node, "'\(name)'")
    }
  }

  /// A member that is left out if it has its default.
  package static func optional(
    _ name: String, _ get: @escaping @Sendable (Whole) -> Part, _ form: JSONForm<Part>,
    default value: Part
  ) -> JSONField where Part: Equatable & Sendable {
    JSONField(
      name: name, schema: form.schema, isRequired: false,
      write: { whole in
        let part = get(whole)
        // A bare `nil` would be the JSON value null.
        return part == value ? JSONValue?.none : form.write(part)
      }
    ) { (map: inout YAMLMapping) throws(SourceError) in
      guard let node = map.optional(name) else { return value }
      return try form.read(node, "'\(name)'")
    }
  }

  /// A list that is left out if it is empty.
  package static func list<Item>(
    _ name: String, _ get: @escaping @Sendable (Whole) -> [Item], _ form: JSONForm<Item>
  ) -> JSONField where Part == [Item] {
    let list = JSONForm<[Item]>.list(form)
    return JSONField(
      name: name, schema: list.schema, isRequired: false,
      write: { whole in
        let items = get(whole)
        return items.isEmpty ? JSONValue?.none : list.write(items)
      }
    ) { (map: inout YAMLMapping) throws(SourceError) in
      guard let node = map.optional(name) else { return [] }
      return try list.read(node, "'\(name)'")
    }
  }

  /// A member that follows from others: it is written for programs that do not know how, and not believed when read.
  package static func derived<Derived>(
    _ name: String, _ get: @escaping @Sendable (Whole) -> Derived, _ form: JSONForm<Derived>
  ) -> JSONField where Part == Void {
    JSONField(
      name: name, schema: form.schema, isRequired: false, write: { form.write(get($0)) }
    ) { (map: inout YAMLMapping) throws(SourceError) in
      if let node = map.optional(name) { _ = try form.read(node, "'\(name)'") }
    }
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
  let readMembers: @Sendable (inout YAMLMapping) throws(SourceError) -> Value

  /// Creates a form from its members, in the order in which they are written. `make` receives their values, after the
  /// node of the object for errors that concern several of them.
  package init<each Part>(
    _ title: String, _ field: repeat JSONField<Value, each Part>,
    make: @escaping @Sendable (YAMLNode, repeat each Part) throws(Failure) -> Value
  ) {
    var properties: JSONObject = [:]
    var required: [String] = []
    for field in repeat each field {
      properties[field.name] = field.schema
      if field.isRequired { required.append(field.name) }
    }
    self.title = title
    self.properties = properties
    self.required = required
    let fields = (repeat each field)
    members = { value in
      var object: JSONObject = [:]
      for field in repeat each fields { object[field.name] = field.write(value) }
      return object
    }
    readMembers = { (map: inout YAMLMapping) throws(SourceError) in
      let parts = (repeat try (each fields).read(&map))
      // Before what concerns several members: a misspelt name explains why one is missing.
      try map.finish()
      return try make(map.node, repeat each parts)
    }
  }

  private init(
    title: String, properties: JSONObject, required: [String],
    members: @escaping @Sendable (Value) -> JSONObject,
    readMembers: @escaping @Sendable (inout YAMLMapping) throws(SourceError) -> Value
  ) {
    self.title = title
    self.properties = properties
    self.required = required
    self.members = members
    self.readMembers = readMembers
  }

  /// The form of a larger value whose object has one more member.
  package func adding<Part, Whole>(
    _ field: JSONField<Whole, Part>, title: String,
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
      readMembers: { (map: inout YAMLMapping) throws(SourceError) in
        let part = try field.read(&map)
        return make(try readMembers(&map), part)
      })
  }

  /// The names of the members, in the order in which they are written.
  package var names: [String] { properties.keys }

  /// The form of the objects as values, for members and lists of others.
  package var form: JSONForm<Value> {
    JSONForm(schema: .schema(title, properties, required), write: { .object(members($0)) }) {
      (node, what) throws(SourceError) in
      var map = try YAMLMapping(node, what)
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
