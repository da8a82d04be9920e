#if Server
  import Synchronization

  /// A floating-point number that threads change without a lock.
  struct AtomicDouble: ~Copyable, Sendable {
    private let bits = Atomic<UInt64>(0)

    var value: Double {
      get { Double(bitPattern: bits.load(ordering: .relaxed)) }
      nonmutating set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }

    func add(_ amount: Double) {
      var seen = bits.load(ordering: .relaxed)
      while true {
        let sum = (Double(bitPattern: seen) + amount).bitPattern
        let outcome = bits.weakCompareExchange(expected: seen, desired: sum, ordering: .relaxed)
        if outcome.exchanged { return }
        seen = outcome.original
      }
    }
  }
#endif
