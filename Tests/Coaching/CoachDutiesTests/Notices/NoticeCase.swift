import CoachDuties
import CoachModel
import Documents
import Foundation
import SourceFiles
import TestKit

/// Messages of a person, and the notices that come with each.
struct NoticeCase: Sendable {
  /// A message.
  struct Message: Sendable {
    /// Seconds since 1970.
    var time: Double
    /// Such as `ai start`.
    var notices: [String]
    /// The whole hours of continuous writing, from the third on; not checked for the messages of `until`.
    var hours: Int?
    var checksHours: Bool
  }

  /// The id of the file of duties that the case is about.
  var file: String
  var name: String
  var place: String?
  var age: AgeGroup
  var zone: String?
  var messages: [Message]

  /// The file and the name, for messages of tests.
  var label: String { "\(file): \(name)" }

  static func all(for file: String) throws -> [NoticeCase] {
    let path =
      "\(ProjectFolder.path)/Tests/Coaching/CoachDutiesTests/Notices/Cases/\(file).yaml"
    return try DocumentNode.parse(DiskFileSystem().read(path)).list("the cases").map {
      try NoticeCase($0, of: file)
    }
  }

  private init(_ node: DocumentNode, of file: String) throws {
    self.file = file
    var map = try MappingReader(node, "a case")
    name = try map.string("name")
    var person = try MappingReader(try map.required("person"), "'person'")
    place = try person.optional("jurisdiction")?.string("'jurisdiction'")
    age = try person.optional("age_group")?.choice("'age_group'") ?? .unknown
    zone = try person.optional("zone")?.string("'zone'")
    try person.finish()
    messages = []
    for node in try map.required("messages").list("'messages'") { try read(node) }
    try map.finish()
  }

  private mutating func read(_ node: DocumentNode) throws {
    var map = try MappingReader(node, "a message")
    if let until = map.optional("until") {
      let end = try Self.time(until)
      guard let last = messages.last?.time, last < end else {
        throw node.error("case.until", "'until' follows a message that is earlier")
      }
      messages += stride(from: last + 1200, through: end, by: 1200).map {
        Message(time: $0, notices: [], hours: nil, checksHours: false)
      }
    } else {
      messages.append(
        Message(
          time: try Self.time(try map.required("at")), notices: try map.strings("notices"),
          hours: try map.optional("hours")?.integer("'hours'", in: 3...24), checksHours: true))
    }
    try map.finish()
  }

  private static func time(_ node: DocumentNode) throws -> Double {
    guard let date = ISO8601DateFormatter().date(from: try node.string("a time")) else {
      throw node.error("case.time", "this is no time such as 2026-11-02T09:00:00-05:00")
    }
    return date.timeIntervalSince1970
  }
}
