/// Every way to cut bytes in two, and one byte at a time.
package func everySplit(_ bytes: [UInt8]) -> [[[UInt8]]] {
  var splits: [[[UInt8]]] = [[bytes], bytes.map { [$0] }]
  for at in bytes.indices.dropFirst() {
    splits.append([Array(bytes[..<at]), Array(bytes[at...])])
  }
  return splits
}
