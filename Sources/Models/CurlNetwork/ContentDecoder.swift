import CCoachZlib
import ModelProviders

/// Decompresses the body of one response.
///
/// libcurl decodes only the first member of a gzip body (RFC 1952), and servers that compress each event on its own
/// send one after the other. Used by the loop thread only.
final class ContentDecoder {
  /// The value of `Accept-Encoding`: what this class can read.
  static let accepted = "gzip, deflate"

  /// Large enough that a usual event needs one call of zlib.
  private static let roundCapacity = 16 << 10
  private static let gzipMark: UInt8 = 0x1f

  private enum Form: String {
    case gzip, deflate
  }

  private let form: Form
  /// zlib compares the address with the one it was started with, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isStarted = false
  private var isBetweenMembers = false

  /// Creates the decoder for a `Content-Encoding`, or nil if the body is not compressed.
  ///
  /// - Throws: ``TransportError`` for an encoding that no request asks for.
  init?(encoding: String?) throws(TransportError) {
    switch encoding?.lowercased() ?? "" {
    case "", "identity": return nil
    case "gzip", "x-gzip": form = .gzip
    case "deflate": form = .deflate
    default:
      throw TransportError(
        .broken,
        "the body is compressed as '\(encoding ?? "")', and the request accepts only \(Self.accepted)"
      )
    }
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isStarted { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Appends what `bytes`, the next of the compressed body, stand for.
  func decode(
    _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(TransportError) {
    guard let first = bytes.first else { return }
    if !isStarted {
      guard coachkit_inflate_begin(stream, windowBits(first)) == Z_OK else { throw failure() }
      isStarted = true
    }
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.bindMemory(to: Bytef.self).baseAddress)
    stream.pointee.avail_in = uInt(bytes.count)
    while try beginMember() {
      var (code, isFull) = (Z_OK, false)
      withUnsafeTemporaryAllocation(byteCount: Self.roundCapacity, alignment: 1) { buffer in
        stream.pointee.next_out = buffer.bindMemory(to: Bytef.self).baseAddress
        stream.pointee.avail_out = uInt(buffer.count)
        code = inflate(stream, Z_SYNC_FLUSH)
        let rest = Int(stream.pointee.avail_out)
        isFull = rest == 0
        output.append(contentsOf: buffer[..<(buffer.count - rest)])
      }
      switch code {
      case Z_STREAM_END: isBetweenMembers = true
      case Z_OK where isFull: continue
      // Z_BUF_ERROR: more input is needed.
      case Z_OK, Z_BUF_ERROR: return
      default: throw failure()
      }
    }
  }

  /// Whether a member is being read, or one begins with the next byte. What else follows a member is padding.
  private func beginMember() throws(TransportError) -> Bool {
    guard isBetweenMembers else { return true }
    guard form == .gzip, stream.pointee.avail_in > 0,
      stream.pointee.next_in.pointee == Self.gzipMark
    else { return false }
    guard inflateReset(stream) == Z_OK else { throw failure() }
    isBetweenMembers = false
    return true
  }

  /// Servers mean two formats by `deflate`: with the header of zlib, as RFC 9110 says, and without.
  private func windowBits(_ first: UInt8) -> Int32 {
    switch form {
    case .gzip: MAX_WBITS + 16
    case .deflate: first & 0x0f == Z_DEFLATED ? MAX_WBITS : -MAX_WBITS
    }
  }

  private func failure() -> TransportError {
    TransportError(.broken, "the body cannot be decompressed as \(form.rawValue)")
  }
}
