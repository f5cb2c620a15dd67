import KeyManagement
package import ProtectionModel
package import SodiumCrypto
import Synchronization

/// A file that has not come to the disk yet, because most of its kind are removed before they need
/// to: a database's journal.
///
/// Until then its content lies where keys do, in locked memory, in the group of the keys of its
/// class. It becomes a file of the store, durably, when somebody wants that, when it grows too
/// large, or when the device is about to discard keys: before the lock that wipes the memory.
package final class TransientFile: Sendable {
    private enum Phase {
        /// The pages of the content.
        case memory
        /// On its way to the disk.
        case moving
        case file(ProtectedFile)
        /// Wiped, and never written.
        case lost
    }

    private struct State {
        var phase = Phase.memory
        var pages: [SecretBox] = []
        var byteCount = 0
    }

    private static let pageByteCount = OpenedPages.pageByteCount

    /// Where it is, once it is a file.
    package let path: DevicePath
    private let files: FileStore
    private let protection: ProtectionClass
    private let state = Mutex(State())
    private let moving = Mutex(())
    private let observation = Mutex<LockObservation?>(nil)

    /// Begins an empty one, in the class of its folder, if a file of that class can be made now; nil
    /// when there is something at the path already.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-found`.
    package init?(_ path: DevicePath, in files: FileStore) throws {
        guard let protection = try files.protectionOfNewFile(at: path) else { return nil }
        self.path = path
        self.files = files
        self.protection = protection
        let observation = files.context.keys.observe { [weak self] notice in
            switch notice {
            case .willDiscard: self?.moveBeforeDiscard()
            case .willEnd, .didEnd: self?.lose()
            case .didDiscard, .event: break
            }
        }
        self.observation.withLock { $0 = observation }
    }

    /// Whether it still lies in memory.
    package var isInMemory: Bool {
        state.withLock { if case .memory = $0.phase { true } else { false } }
    }

    /// Whether its content is nowhere any more.
    package var isLost: Bool {
        state.withLock { if case .lost = $0.phase { true } else { false } }
    }

    /// The length in bytes.
    ///
    /// - Throws: `ProtectionError` with `handle-closed` when it was lost.
    package var size: UInt64 {
        get throws {
            try perform {
                UInt64($0.byteCount)
            } onFile: {
                try $0.size
            }
        }
    }

    /// Puts the bytes from `offset` on into a caller's memory, and says how many there are.
    ///
    /// - Throws: as ``ProtectedFile/read(at:count:)``.
    package func read(
        at offset: UInt64,
        into target: LentMemory
    ) throws -> Int {
        try perform { state in
            let start = min(Int(clamping: offset), state.byteCount)
            let range = start..<min(start + target.count, state.byteCount)
            try Self.forEachPage(of: range) { page, part, done in
                let place = done..<done + part.count
                try state.pages[page].secret.copy(part, to: target.part(place))
            }
            return range.count
        } onFile: { file in
            try file.read(at: offset, into: target)
        }
    }

    /// Writes bytes.
    ///
    /// - Throws: as ``ProtectedFile/write(_:at:)``.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws {
        let bytes = bytes
        let isDone = try perform { state in
            guard let end = Int(exactly: offset).map({ $0 + bytes.byteCount }),
                try reserve(end, &state)
            else { return false }
            try Self.forEachPage(of: end - bytes.byteCount..<end) { page, part, done in
                let piece = bytes.extracting(done..<done + part.count)
                try state.pages[page].secret.store(piece, at: part.lowerBound)
            }
            state.byteCount = max(state.byteCount, end)
            return true
        } onFile: { file in
            try file.write(bytes, at: offset)
            return true
        }
        guard !isDone else { return }
        // Too large for what may be locked in memory.
        try move()
        try write(bytes, at: offset)
    }

    /// Cuts it; as nobody cuts what is about to be removed, it becomes a file.
    ///
    /// - Throws: as ``ProtectedFile/truncate(to:)``.
    package func truncate(to length: UInt64) throws {
        try move()
        try perform { _ in
        } onFile: {
            try $0.truncate(to: length)
        }
    }

    /// Makes a file durable that is one; what lies in memory does not need it.
    ///
    /// - Throws: as ``ProtectedFile/synchronize()``.
    package func synchronize() throws {
        try perform { _ in
        } onFile: {
            try $0.synchronize()
        }
    }

    /// Lets go of the file, if it is one.
    ///
    /// - Throws: as ``ProtectedFile/close()``.
    package func close() throws {
        try perform { _ in
        } onFile: {
            try $0.close(folding: false)
        }
    }

    /// Forgets the content, which nobody needs any more.
    package func discard() { lose() }
}

/// Content.
extension TransientFile {
    /// Runs one of two, depending on where the content is.
    private func perform<Result>(
        _ inMemory: (inout State) throws -> Result,
        onFile: (ProtectedFile) throws -> Result
    ) throws -> Result {
        while true {
            var file: ProtectedFile?
            var result: Result?
            try state.withLock { state in
                switch state.phase {
                case .memory: result = try inMemory(&state)
                case .moving: break
                case .file(let made): file = made
                case .lost: throw ProtectionError(.handleClosed, path: path)
                }
            }
            if let result { return result }
            if let file { return try onFile(file) }
            // Another thread moves it, because the device locks.
            moving.withLock { _ in }
        }
    }

    /// Makes the content reach to `end`, with zeros.
    ///
    /// - Returns: false when there is no room.
    private func reserve(_ end: Int, _ state: inout State) throws -> Bool {
        let context = files.context
        while state.pages.count * Self.pageByteCount < end {
            guard context.transientRoom.take() else { return false }
            do {
                state.pages.append(
                    SecretBox(
                        try SecureBytes(
                            count: Self.pageByteCount,
                            group: .fileKeys(protection),
                            arena: context.arena
                        )
                    )
                )
            } catch {
                context.transientRoom.give(1)
                throw error
            }
        }
        return true
    }

    /// Runs `body` for each page that a range touches, with the part of the page, and how much of
    /// the range comes before.
    private static func forEachPage(
        of range: Range<Int>,
        _ body: (_ page: Int, _ part: Range<Int>, _ done: Int) throws -> Void
    ) rethrows {
        var start = range.lowerBound
        while start < range.upperBound {
            let page = start / pageByteCount
            let first = page * pageByteCount
            let end = min(range.upperBound, first + pageByteCount)
            try body(page, start - first..<end - first, start - range.lowerBound)
            start = end
        }
    }
}

/// Moving.
extension TransientFile {
    /// Makes it a file of the store, durably; nothing happens when it is one.
    ///
    /// - Throws: as `FileStore.open` and ``ProtectedFile/write(_:at:)``; it is then still in memory,
    ///   or lost when the keys are gone.
    package func move() throws {
        try moving.withLock { _ in try moveInTurn() }
    }

    /// Nobody is waited for: a move that is under way, perhaps by a call of this very thread that
    /// found the lock due, comes to its end with the keys or without.
    private func moveBeforeDiscard() {
        _ = moving.withLockIfAvailable { _ in
            guard (try? moveInTurn()) == nil else { return }
            lose()
        }
    }

    private func moveInTurn() throws {
        let taken = state.withLock { state -> State? in
            guard case .memory = state.phase else { return nil }
            state.phase = .moving
            return state
        }
        guard let taken else { return }
        do {
            let file = try makeFile(taken)
            settle(.file(file))
        } catch {
            // Pages that were wiped say so when they are read.
            settle(.memory)
            throw error
        }
    }

    private func settle(_ phase: Phase) {
        let count = state.withLock { state in
            guard case .moving = state.phase else { return 0 }
            state.phase = phase
            guard case .file = phase else { return 0 }
            defer { state.pages = [] }
            return state.pages.count
        }
        files.context.transientRoom.give(count)
    }

    private func makeFile(_ taken: State) throws -> ProtectedFile {
        let file = try files.open(path, .readWrite, creating: true, exclusive: true)
        do {
            var content = WipedBuffer(count: taken.byteCount)
            try Self.forEachPage(of: 0..<taken.byteCount) { page, part, done in
                try taken.pages[page].secret.withBytes { (bytes) throws(CryptoError) in
                    content.copy(bytes.extracting(part), to: done)
                }
            }
            try content.withBytes(0..<taken.byteCount) { try file.write($0, at: 0) }
            try file.synchronize()
            return file
        } catch {
            try? file.close(folding: false)
            // A journal without its end would undo half of what it should.
            try? files.remove(path)
            throw error
        }
    }

    private func lose() {
        let count = state.withLock { state in
            if case .file = state.phase { return 0 }
            state.phase = .lost
            defer { state.pages = [] }
            return state.pages.count
        }
        files.context.transientRoom.give(count)
    }
}

extension FileStore {
    /// The class that a new file at a path would have, if one can be made now; nil when there is
    /// something already.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-found`.
    func protectionOfNewFile(at path: DevicePath) throws -> ProtectionClass? {
        let place = try tree.place(of: path)
        guard try tree.status(of: place) == nil else { return nil }
        let protection = try inheritedProtection(at: place)
        let status = try context.keys.status()
        let isCreatable = protection.isCreatable(
            in: status.state,
            isUserInactive: status.isUserInactive
        )
        guard isCreatable else {
            throw ProtectionError(.protectedDataUnavailable, path: path)
        }
        return protection
    }
}
