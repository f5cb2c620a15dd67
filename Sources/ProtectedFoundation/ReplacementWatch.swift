import Foundation
import ProtectionModel
import Synchronization

/// Notices what Foundation's `replaceItemAt` does to names of the host, where no subclass can override it.
///
/// It asks for the attributes of the original and then of the new item, of the file manager, and moves
/// names about by system calls: it exchanges the two, or, where the kernel cannot, moves the *original* to
/// the new name (swift-corelibs-foundation 6.3, `FileManager+POSIX.swift`). So the pair is remembered,
/// with what lay under the names, and looked at again at the next call of the file manager.
final class ReplacementWatch: Sendable {
    /// What is replaced, and by what.
    struct Replacement {
        let original: DevicePath
        let originalPath: String
        /// Where the new item lies; nil for one on the host.
        let new: DevicePath?
        let newPath: String
        /// The new item's bytes, of one on the host: its name may be gone.
        let content: FileHandle?
    }

    fileprivate struct Item {
        let path: String
        let place: ContainerPaths.Place
        let inode: Int?
        let content: FileHandle?
    }

    private struct State {
        /// The last item each thread asked about, and the one before.
        var items: [ObjectIdentifier: (last: Item, before: Item?)] = [:]
    }

    // Foundation's file handle is not marked as safe to share on Linux; it is used under the lock alone.
    private nonisolated(unsafe) var state = State()
    private let lock = Mutex(())

    /// The attributes of an item were asked for.
    func note(_ path: String, _ place: ContainerPaths.Place) {
        lock.withLock { _ in
            let thread = ObjectIdentifier(Thread.current)
            let before = state.items[thread]?.last
            // Only the new item of a pair can be on the host.
            let isNew = place == .host && before?.isInDevice == true
            let item = Item(
                path: path,
                place: place,
                inode: Self.inode(path),
                content: isNew ? FileHandle(forReadingAtPath: path) : nil
            )
            guard item.isInDevice || isNew else {
                state.items[thread] = nil
                return
            }
            state.items[thread] = (item, before)
        }
    }

    /// The replacements that were made on the host since the last call.
    func take() -> [Replacement] {
        lock.withLock { _ in
            var found: [Replacement] = []
            for (thread, pair) in state.items {
                guard let original = pair.before else { continue }
                state.items[thread] = (pair.last, nil)
                if let replacement = Self.replacement(original, pair.last) {
                    found.append(replacement)
                    // The new item is gone, and its inode's number lies under the original's name.
                    state.items[thread] = nil
                }
            }
            return found
        }
    }

    private static func replacement(_ original: Item, _ new: Item) -> Replacement? {
        guard case .device(let path) = original.place, original.path != new.path,
            original.inode != nil, new.inode != nil
        else { return nil }
        let isExchanged = inode(original.path) == new.inode
        let isMoved = inode(original.path) == nil && inode(new.path) == original.inode
        guard isExchanged || isMoved else { return nil }
        var newPath: DevicePath?
        if case .device(let path) = new.place { newPath = path }
        return Replacement(
            original: path,
            originalPath: original.path,
            new: newPath,
            newPath: new.path,
            content: new.content
        )
    }

    private static func inode(_ path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    }
}

extension ReplacementWatch.Item {
    fileprivate var isInDevice: Bool { place != .host }
}
