import SourceFiles
import Testing

@Suite("The cache by digest")
struct DigestCacheTests {
  private let a = ContentDigest(of: "a")
  private let b = ContentDigest(of: "b")
  private let c = ContentDigest(of: "c")

  @Test("the oldest value makes room, however often it was used")
  func room() {
    let cache = DigestCache<Int>(capacity: 2)
    cache.keep(1, for: a)
    cache.keep(2, for: b)
    #expect(cache[a] == 1)
    cache.keep(3, for: c)
    #expect([cache[a], cache[b], cache[c]] == [nil, 2, 3])
  }

  @Test("a value replaces the one that the text had, and takes no room from others")
  func replacement() {
    let cache = DigestCache<Int>(capacity: 2)
    cache.keep(1, for: a)
    cache.keep(2, for: b)
    cache.keep(3, for: b)
    #expect([cache[a], cache[b]] == [1, 3])
    cache.removeAll()
    #expect(cache[a] == nil && cache[b] == nil)
  }
}
