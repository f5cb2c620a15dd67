import Synchronization
import SystemIO

/// The watchers of names in the folders of an ``InMemoryFileSystem``.
final class MemoryWatchers: Sendable {
    private struct Watcher {
        let folder: UInt64
        let onChange: @Sendable () -> Void
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Whether there are no watchers, so that the place of a change need not be looked up.
    var isEmpty: Bool { state.withLock { $0.watchers.isEmpty } }

    func add(_ folder: UInt64, _ onChange: @escaping @Sendable () -> Void) -> DirectoryWatch {
        let number = state.withLock { state in
            state.count += 1
            state.watchers[state.count] = Watcher(folder: folder, onChange: onChange)
            return state.count
        }
        return DirectoryWatch { [weak self] in self?.state.withLock { $0.watchers[number] = nil } }
    }

    /// Tells those who watch one of the folders, on the caller's thread.
    func tell(_ folders: Set<UInt64>) {
        let told = state.withLock { state in
            state.watchers.values.filter { folders.contains($0.folder) }
        }
        for watcher in told { watcher.onChange() }
    }
}
