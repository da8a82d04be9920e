/// A context on the stack: the value of `this` with the state of its loop.
struct Frame: Sendable {
  var node: Int32
  /// The element's index in a loop, and the number of elements; the count is 0 for a context that is not a loop.
  var position: Int32 = 0
  var count: Int32 = 0
  /// The range of overlays by which a partial's arguments override members of the context.
  var overlayStart: Int32 = 0
  var overlayEnd: Int32 = 0

  var isLoop: Bool { count > 0 }
  var hasOverlay: Bool { overlayEnd > overlayStart }

  init(node: Int32, position: Int32 = 0, count: Int32 = 0) {
    self.node = node
    self.position = position
    self.count = count
  }
}

/// An argument of a partial.
struct Overlay: Sendable {
  var name: Int32
  var value: Value
}

/// The result of an expression.
package enum Value: Sendable {
  /// A value in the data.
  case node(Int32)
  /// The name of the member at a node, as `@key` gives it.
  case name(Int32)
  /// The number of `@index` or of a list's length.
  case position(Int)
  /// The value of `@first` or `@last`.
  case boolean(Bool)
  /// A variable without a value.
  case missing
}
