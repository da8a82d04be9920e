#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// New identifiers for what a command creates.
enum Identifier {
  static var new: String { UUID().uuidString }
}
