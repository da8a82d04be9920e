#if Server
  import CoachEngine
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// What operators do with a running server.
    static func operations(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .post, path: "/v1/reload", scope: .operator,
          summary: "Read again the content, the prices and the keys",
          details: """
            A broken edit never takes effect: what it concerns stays as it was, and is reported until it is repaired. Without \
            changes and problems, the answer is empty.
            """,
          answer: .map(FolderReload.answer).describing(titled: "reloaded content")
        ) { _ in
          var changes = await state.reload()
          for (folder, problems) in state.content.problems
          where !changes.contains(where: { $0.folder == folder }) {
            changes.append((folder, FolderReload(diagnostics: problems)))
          }
          return Dictionary(changes.map { ($0.folder, $0.change) }, uniquingKeysWith: { $1 })
        },
        usage(state),
      ]
    }
  }

  extension FolderReload {
    fileprivate static let answer = JSONObjectForm<FolderReload>(
      writing: "a folder change", .required("changed", \.changed, .list(.text)),
      .required("removed", \.removed, .list(.text)), .required("kept", \.kept, .list(.text)),
      .required("problems", \.problems, .list(.text))
    ).form

    private var problems: [String] { errors.map { "\($0)" } }
  }
#endif
