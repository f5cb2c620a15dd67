import CSystemShims
import Glibc
import Synchronization
import SystemPackage

/// Reports what happens in a folder; ends when cancelled or released.
package final class DirectoryWatch: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    /// A watch that ends with a call of `onCancel`, made once.
    package init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the watch.
    ///
    /// Elsewhere than in the call itself, no call is under way afterwards.
    package func cancel() {
        let end = onCancel.withLock { onCancel in
            defer { onCancel = nil }
            return onCancel
        }
        end?()
    }
}

/// A thread that waits for the events of one folder, inotify(7).
final class DirectoryEvents: Sendable {
    private let queue: Descriptor
    private let end: WakeUp

    private init(_ directory: Descriptor) throws(SystemError) {
        end = try WakeUp()
        let result = shim_watch(directory.rawValue)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "inotify_add_watch")
        }
        queue = Descriptor(rawValue: result)
    }

    deinit { close(queue.rawValue) }

    /// Calls `onChange` after each batch of events until the watch is cancelled.
    ///
    /// - Throws: ``SystemError``.
    static func watch(
        _ directory: Descriptor,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DirectoryWatch {
        let events = try DirectoryEvents(directory)
        let thread = try SystemThread { events.run(onChange) }
        return DirectoryWatch {
            events.end.signal()
            thread.finish()
        }
    }

    private func run(_ onChange: () -> Void) {
        var entries = [Poll.Entry(queue), Poll.Entry(end.descriptor)]
        // A poll that fails for good would turn in circles; then the watch is over.
        while (try? Poll.wait(&entries, timeout: nil)) != nil, !entries[1].hasInput {
            guard entries[0].hasInput else { continue }
            drain()
            onChange()
        }
    }

    /// The folder is read anew after each report, so a full queue loses nothing.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
            while read(queue.rawValue, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
