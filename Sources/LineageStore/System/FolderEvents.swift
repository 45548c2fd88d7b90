import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls a function when something in a folder changes, until it is released.
final class FolderEvents: Sendable {
  private let source: ThreadSafe<any DispatchSourceProtocol>

  #if canImport(Darwin)
    /// Watches a folder; nil if the system can't.
    ///
    /// - Parameter onChange: Called with the names that changed; nil if any may have.
    init?(
      path: String, on queue: DispatchQueue, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) {
      let folder = unsafe open(path, O_EVTONLY | O_CLOEXEC | O_DIRECTORY)
      if folder < 0 { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: folder, eventMask: [.write, .delete, .rename], queue: queue)
      source.setEventHandler { onChange(nil) }
      source.setCancelHandler { _ = close(folder) }
      source.activate()
      self.source = ThreadSafe(source)
    }
  #else
    /// Watches a folder; nil if the system can't.
    ///
    /// - Parameter onChange: Called with the names that changed; nil if any may have.
    init?(
      path: String, on queue: DispatchQueue, _ onChange: @escaping @Sendable (Set<String>?) -> Void
    ) {
      let events = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
      if events < 0 { return nil }
      let kinds =
        IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
        | IN_DELETE_SELF | IN_MOVE_SELF
      if unsafe inotify_add_watch(events, path, UInt32(kinds)) < 0 {
        _ = close(events)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
      source.setEventHandler {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(events, &bytes, bytes.count)
        if count > 0 { onChange(Self.names(in: bytes[..<count])) }
      }
      source.setCancelHandler { _ = close(events) }
      source.activate()
      self.source = ThreadSafe(source)
    }

    /// The names in a list of events; nil if one of them is about the folder itself.
    ///
    /// An event has four numbers of 32 bits, of which the last is the length of the name that follows.
    private static func names(in events: ArraySlice<UInt8>) -> Set<String>? {
      var names: Set<String> = []
      var rest = events
      while rest.count >= 16 {
        let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(16)
        let name = rest.prefix(length).prefix { $0 != 0 }
        rest = rest.dropFirst(length)
        if name.isEmpty { return nil }
        names.insert(String(decoding: name, as: UTF8.self))
      }
      return names
    }
  #endif

  deinit {
    source.object.cancel()
  }
}
