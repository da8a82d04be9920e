extension Task where Failure == Never {
  /// Starts an unstructured task on the executor that the current task prefers.
  ///
  /// A host that runs a turn on its own executor, such as a server's event loop, then has the whole turn run there;
  /// a plain unstructured task would leave it. The task is not isolated to any actor. Before macOS 26.4 the
  /// preference cannot be read, and the task runs on the default executor.
  static func onPreferredExecutor(
    _ work: sending @escaping @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    var executor: (any TaskExecutor)?
    if #available(macOS 26.4, *) {
      executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    }
    return Task(executorPreference: executor, operation: work)
  }
}
