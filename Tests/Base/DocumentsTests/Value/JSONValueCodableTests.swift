import Documents
import Foundation
import Testing
import TestKit

@Suite("JSON values in Swift's own coding, and as text")
struct JSONValueCodableTests {
  private static let values: [JSONValue] = [
    nil, true, false, 0, -7, 9_007_199_254_740_993, 0.5, -1e300, "", "a\"b\\c\n😀e\u{301}", [], [:],
    [nil, [1, [2, ["x": nil]]]], ["b": 1, "a": [true, "t"], "": ["nested": 0.25]],
  ]

  @Test("a value is encoded and decoded as it is", arguments: values)
  func roundTrip(value: JSONValue) throws {
    let data = try JSONEncoder().encode(["value": value])
    let decoded = try JSONDecoder().decode([String: JSONValue].self, from: data)
    #expect(decoded["value"] == value)
    try expect(JSONValue(parsing: Array(data)), equals: ["value": value])
  }

  @Test("it prints itself as JSON")
  func printing() {
    let value: JSONValue = ["b": [1, nil], "a": "x\ny"]
    #expect("\(value)" == #"{"b":[1,null],"a":"x\ny"}"#)
  }
}
