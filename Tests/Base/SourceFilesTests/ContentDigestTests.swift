import SourceFiles
import Testing

@Suite("SHA-256 agrees with NIST's vectors")
struct ContentDigestTests {
  @Test(
    "FIPS 180-4 and CAVP vectors",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func vectors(text: String, digest: String) {
    #expect(ContentDigest(of: text).hexadecimal == digest)
  }

  @Test("a million letters a")
  func million() {
    #expect(
      ContentDigest(of: [UInt8](repeating: 0x61, count: 1_000_000)).hexadecimal
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("lengths around the block size", arguments: [55, 56, 57, 63, 64, 65, 119, 120, 128])
  func blockEdges(length: Int) {
    var hash = SHA256()
    for _ in 0..<length { hash.update([0x61]) }
    let bytes = hash.finish()
    let whole = ContentDigest(of: [UInt8](repeating: 0x61, count: length)).hexadecimal
    #expect(bytes.count == 32)
    #expect(whole.hasPrefix(String(bytes[0] >> 4, radix: 16)))
    #expect(ContentDigest(of: "a").short.count == 12)
  }
}
