/// A writer for zip files with uncompressed entries.
///
/// After PKWARE's APPNOTE 6.3.10: local headers with sizes and checksum, then the directory; in the zip64 form if
/// there are more entries or bytes than the original format can count.
struct StoredArchive {
  private var directory: [UInt8] = []
  private var count: UInt64 = 0
  private var offset: UInt64 = 0
  private let write: ([UInt8]) throws -> Void

  init(_ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  /// Adds an entry, whose content must be smaller than 4 GiB.
  mutating func add(_ name: String, content: [UInt8]) throws {
    let name = Array(name.utf8)
    let checksum = CRC32.checksum(of: content)
    var header: [UInt8] = []
    header.add(0x0403_4b50, bytes: 4)
    header += Self.common(checksum: checksum, size: content.count, name: name.count)
    header.add(0, bytes: 2)
    header += name
    try write(header + content)

    // An offset that does not fit goes into a zip64 extra field.
    let isFar = offset > 0xffff_fffe
    var extra: [UInt8] = []
    if isFar {
      extra.add(1, bytes: 2)
      extra.add(8, bytes: 2)
      extra.add(offset, bytes: 8)
    }
    directory.add(0x0201_4b50, bytes: 4)
    directory.add(45, bytes: 2)
    directory += Self.common(checksum: checksum, size: content.count, name: name.count)
    directory.add(UInt64(extra.count), bytes: 2)
    // No comment, disk number or attributes.
    directory.add(0, bytes: 10)
    directory.add(isFar ? 0xffff_ffff : offset, bytes: 4)
    directory += name + extra
    count += 1
    offset += UInt64(header.count + content.count)
  }

  /// Writes the central directory and its end record.
  mutating func finish() throws {
    var end: [UInt8] = []
    let size = UInt64(directory.count)
    if count > 0xfffe || offset > 0xffff_fffe {
      end.add(0x0606_4b50, bytes: 4)
      end.add(44, bytes: 8)
      end.add(45, bytes: 2)
      end.add(45, bytes: 2)
      end.add(0, bytes: 8)
      end.add(count, bytes: 8)
      end.add(count, bytes: 8)
      end.add(size, bytes: 8)
      end.add(offset, bytes: 8)
      end.add(0x0706_4b50, bytes: 4)
      end.add(0, bytes: 4)
      end.add(offset + size, bytes: 8)
      end.add(1, bytes: 4)
    }
    end.add(0x0605_4b50, bytes: 4)
    end.add(0, bytes: 4)
    end.add(min(count, 0xffff), bytes: 2)
    end.add(min(count, 0xffff), bytes: 2)
    end.add(min(size, 0xffff_ffff), bytes: 4)
    end.add(min(offset, 0xffff_ffff), bytes: 4)
    end.add(0, bytes: 2)
    try write(directory + end)
  }

  /// Returns the fields that local headers and the directory share: version, UTF-8 names, no compression, a fixed
  /// time, checksum, sizes.
  private static func common(checksum: UInt32, size: Int, name: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.add(45, bytes: 2)
    bytes.add(1 << 11, bytes: 2)
    bytes.add(0, bytes: 2)
    // The first of January 1980, so that equal content gives equal files.
    bytes.add(0, bytes: 2)
    bytes.add(0x21, bytes: 2)
    bytes.add(UInt64(checksum), bytes: 4)
    bytes.add(UInt64(size), bytes: 4)
    bytes.add(UInt64(size), bytes: 4)
    bytes.add(UInt64(name), bytes: 2)
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  fileprivate mutating func add(_ number: UInt64, bytes: Int) {
    for shift in 0..<bytes {
      append(shift < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * shift)) : 0)
    }
  }
}

/// The checksum of zip files (ISO 3309, the reversed polynomial 0xEDB88320).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func checksum(of bytes: [UInt8]) -> UInt32 {
    let table = table
    return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}
