#if Evals
  import PromptEvals

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// One line on standard error that says how far a run is; nothing where nobody watches.
  struct ProgressLine: Sendable {
    private static let isWatched = isatty(STDERR_FILENO) == 1
    private let begun = ContinuousClock.now

    func show(_ progress: EvalRunner.Progress) {
      guard Self.isWatched else { return }
      let elapsed = begun.duration(to: .now) / .seconds(1)
      var text = "\(progress.done) of \(progress.total) samples, \(Int(elapsed)) s"
      if progress.done > 0, progress.done < progress.total {
        let left = elapsed / Double(progress.done) * Double(progress.total - progress.done)
        text += ", about \(Int(left.rounded(.up))) s left"
      }
      put("\r\u{1b}[K\(text)")
    }

    func clear() {
      guard Self.isWatched else { return }
      put("\r\u{1b}[K")
    }

    private func put(_ text: String) {
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
  }
#endif
