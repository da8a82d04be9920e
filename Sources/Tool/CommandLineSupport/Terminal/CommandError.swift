#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A failure that concerns neither the content of a file nor a model.
package struct CommandError: Error {
  package var message: String
  package var hint: String

  package init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }

  /// Describes a failure of the file system in plain words; Foundation's own description is for developers.
  package init(_ error: CocoaError) {
    let path = error.filePath ?? error.url?.path ?? "a file"
    if let reason = (error.underlying as? POSIXError)?.code.rawValue {
      self = .unwritable(path, reason: reason)
    } else {
      self.init(
        "\(path) cannot be used (\(error.code.rawValue))",
        hint: "check the path and its permissions")
    }
  }
}
