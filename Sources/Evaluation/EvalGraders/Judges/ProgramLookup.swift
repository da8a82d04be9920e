import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds a program as a shell does, before it is needed.
enum ProgramLookup {
  /// Returns why a program cannot be started; `nil` if it can be.
  ///
  /// A program with a slash is a path, another one is looked up in `PATH`.
  static func problem(with program: String) -> String? {
    guard !program.contains("/") else {
      guard isFile(program) else { return "there is no program at '\(program)'" }
      return access(program, X_OK) == 0 ? nil : "'\(program)' is not executable"
    }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    let isFound = folders.split(separator: ":").contains { folder in
      let path = "\(folder)/\(program)"
      return isFile(path) && access(path, X_OK) == 0
    }
    return isFound ? nil : "there is no program '\(program)' in PATH"
  }

  /// The programs whose first argument without a dash is a script.
  private static let interpreters = [
    "python", "pypy", "node", "deno", "bun", "tsx", "ruby", "perl", "php", "lua", "julia",
    "Rscript", "osascript", "sh",
    "bash", "dash", "ksh", "zsh", "fish", "pwsh",
  ]
  private static let scriptExtensions: Set = [
    "py", "pyc", "js", "mjs", "cjs", "ts", "mts", "rb", "pl", "php", "lua", "jl", "R", "r", "sh",
    "bash", "zsh", "fish",
    "ps1", "swift", "applescript", "awk",
  ]
  /// Options after which the code itself, or the name of a module, stands in place of a script.
  private static let codeOptions: Set = [
    "-c", "-e", "-E", "-m", "-r", "-p", "--eval", "--print", "--command", "--module", "-",
  ]

  /// Returns the script of a command line that does not exist in the folder it runs in; `nil` if it does, or if there is
  /// none.
  ///
  /// An interpreter is found in `PATH` whether its script exists or not, and a run would learn of it at the first message.
  static func missingScript(of words: [String], in folder: String) -> String? {
    let isInterpreter = words.first.map(Self.isInterpreter) ?? false
    for word in words.dropFirst() {
      if codeOptions.contains(word) { return nil }
      guard !word.hasPrefix("-"), !word.contains("://"), !word.contains("=") else { continue }
      let fileExtension = word.split(separator: "/").last?.split(separator: ".").dropFirst().last
      let isScript =
        fileExtension.map { scriptExtensions.contains(String($0)) } ?? false
        || isInterpreter && word.contains("/")
      let path = word.resolved(in: folder)
      // A folder belongs to an option, as in 'perl -I lib/own'.
      guard isScript, !isFolder(path) else { continue }
      return isFile(path) ? nil : word
    }
    return nil
  }

  /// Whether a program is an interpreter, whatever its folder and version, as in `/usr/bin/python3.12`.
  private static func isInterpreter(_ program: String) -> Bool {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let bare = name.prefix { !$0.isNumber && $0 != "." && $0 != "-" }
    return name == "env" || interpreters.contains(String(bare))
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
