import CommandLineSupport
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Resolves the images that a user names.
enum ImageAddress {
  /// Returns a web address as it is, and a file as a data URL. Throws if the file is missing or has no type
  /// that providers accept.
  static func url(of name: String, _ files: any FileSystem) throws -> String {
    if ["http://", "https://", "data:"].contains(where: { name.hasPrefix($0) }) { return name }
    let bytes = try files.read(name).bytes
    guard let type = mediaType(of: bytes) else {
      throw CommandError(
        "\(name) is not an image that models accept", hint: "give a PNG, JPEG, GIF or WebP")
    }
    return "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  /// Detects the type by the first bytes of the file, since file names are unreliable.
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    let isContainer = bytes.starts(with: "RIFF".utf8)
    return isContainer && bytes.dropFirst(8).starts(with: "WEBP".utf8) ? "image/webp" : nil
  }
}
