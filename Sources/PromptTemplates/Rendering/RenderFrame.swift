/// What `this` is at one level, with what a loop knows about itself.
struct Frame: Sendable {
  var node: Int32
  /// The element's position in a loop, and how many there are; 0 for a context that is no loop.
  var position: Int32 = 0
  var count: Int32 = 0
  /// The values that a partial's arguments lay over the context: a range of overlays.
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

/// A partial's argument.
struct Overlay: Sendable {
  var name: Int32
  var value: Value
}

/// What an expression comes to.
package enum Value: Sendable {
  /// A value of the data.
  case node(Int32)
  /// The name of a member, or the position of an element, as `@key` gives it.
  case name(Int32)
  /// `@index`, or a list's length.
  case position(Int)
  /// `@first` and `@last`.
  case boolean(Bool)
  /// There is none.
  case missing
}
