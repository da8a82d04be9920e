/// The folder of this project, for tests of the files that it ships.
package enum ProjectFolder {
  /// Its path, without a slash at the end.
  package static let path = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
}
