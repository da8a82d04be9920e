import CCoachCurl

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The events to wait for on a socket, or those that occurred.
struct SocketInterest: OptionSet {
  let rawValue: UInt8
  static let read = SocketInterest(rawValue: 1)
  static let write = SocketInterest(rawValue: 2)
  static let failure = SocketInterest(rawValue: 4)
}

/// Waits for events on sockets. Everything but ``wake()`` must be called on one thread.
protocol SocketPoller: AnyObject {
  /// Nil if the system has run out of file descriptors.
  init?()

  /// Sets the events to wait for on a socket; an empty set removes it. Returns false if the system refuses.
  @discardableResult
  func watch(_ socket: Int32, for interest: SocketInterest) -> Bool

  /// Waits until an event occurs or the time is up, and reports every event to `each`. A wake-up ends the wait
  /// without being reported. Returns true if all pending events were reported.
  func wait(milliseconds: Int32, _ each: (Int32, SocketInterest) -> Void) -> Bool

  /// Ends the current or next wait. May be called on any thread.
  func wake()
}

#if os(Linux)
  /// A poller on Linux's epoll, whose cost does not grow with the number of idle sockets.
  final class EpollPoller: SocketPoller {
    private let descriptor: Int32
    private let alarm: Int32
    private var watched: Set<Int32> = []
    private var events = [epoll_event](repeating: epoll_event(), count: 64)

    init?() {
      descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      alarm = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
      // `deinit` also runs for a failed initializer and closes what was opened.
      guard descriptor >= 0, alarm >= 0, watch(alarm, for: .read) else { return nil }
    }

    deinit {
      if alarm >= 0 { close(alarm) }
      if descriptor >= 0 { close(descriptor) }
    }

    func watch(_ socket: Int32, for interest: SocketInterest) -> Bool {
      guard !interest.isEmpty else {
        if watched.remove(socket) != nil {
          epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
        }
        return true
      }
      var event = epoll_event()
      if interest.contains(.read) { event.events |= EPOLLIN.rawValue }
      if interest.contains(.write) { event.events |= EPOLLOUT.rawValue }
      event.data.fd = socket
      // A descriptor may have been reused for another socket unnoticed, so the other operation is tried, too.
      let isNew = watched.insert(socket).inserted
      let (first, second) = isNew ? (EPOLL_CTL_ADD, EPOLL_CTL_MOD) : (EPOLL_CTL_MOD, EPOLL_CTL_ADD)
      if epoll_ctl(descriptor, first, socket, &event) == 0 { return true }
      if epoll_ctl(descriptor, second, socket, &event) == 0 { return true }
      watched.remove(socket)
      return false
    }

    func wait(milliseconds: Int32, _ each: (Int32, SocketInterest) -> Void) -> Bool {
      let count = Int(epoll_wait(descriptor, &events, Int32(events.count), milliseconds))
      guard count > 0 else { return true }
      for event in events[..<count] {
        guard event.data.fd != alarm else {
          var value: UInt64 = 0
          read(alarm, &value, 8)
          continue
        }
        var happened: SocketInterest = []
        if event.events & EPOLLIN.rawValue != 0 { happened.insert(.read) }
        if event.events & EPOLLOUT.rawValue != 0 { happened.insert(.write) }
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { happened.insert(.failure) }
        each(event.data.fd, happened)
      }
      guard count == events.count else { return true }
      if count < Self.maximumEvents { events += events }
      return false
    }

    /// The maximum number of events requested at once.
    private static let maximumEvents = 1024

    func wake() {
      var one: UInt64 = 1
      write(alarm, &one, 8)
    }
  }
#endif

/// A poller on POSIX `poll`, for systems without epoll.
final class PollPoller: SocketPoller {
  private let alarm: (read: Int32, write: Int32)
  private var entries: [pollfd] = []

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    alarm = (ends[0], ends[1])
    _ = watch(alarm.read, for: .read)
  }

  deinit {
    close(alarm.read)
    close(alarm.write)
  }

  func watch(_ socket: Int32, for interest: SocketInterest) -> Bool {
    entries.removeAll { $0.fd == socket }
    guard !interest.isEmpty else { return true }
    var entry = pollfd(fd: socket, events: 0, revents: 0)
    if interest.contains(.read) { entry.events |= Int16(POLLIN) }
    if interest.contains(.write) { entry.events |= Int16(POLLOUT) }
    entries.append(entry)
    return true
  }

  func wait(milliseconds: Int32, _ each: (Int32, SocketInterest) -> Void) -> Bool {
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return true }
    // Handling an event may change the watched sockets.
    for entry in entries where entry.revents != 0 {
      guard entry.fd != alarm.read else {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(alarm.read, &bytes, bytes.count) > 0 {}
        continue
      }
      var happened: SocketInterest = []
      if entry.revents & Int16(POLLIN) != 0 { happened.insert(.read) }
      if entry.revents & Int16(POLLOUT) != 0 { happened.insert(.write) }
      if entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { happened.insert(.failure) }
      each(entry.fd, happened)
    }
    return true
  }

  func wake() {
    var byte: UInt8 = 1
    write(alarm.write, &byte, 1)
  }
}
