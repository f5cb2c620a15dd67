import KeyManagement
package import ProtectionModel
package import SodiumCrypto
import Synchronization

/// A file that has no name yet, because most of its kind are removed before anybody looks for them:
/// a database's journal.
///
/// Until then its content lies in memory, sealed as it would be on the disk: under a key of its
/// class, which goes with the keys of open files at a lock, and comes back with them. So it follows
/// the lock as a file does, a lock has nothing to do for it, and no secret is kept that a file of
/// this kind would not keep. It becomes a file of the store when its user says so.
package final class TransientFile: Sendable {
    private enum Phase {
        case memory(SealedPieces)
        case file(ProtectedFile)
        case closed
    }

    /// Where it is, once it is a file.
    package let path: DevicePath
    /// What seals it; the next one of the same class may have it, too.
    package let key: TransientKey
    private let files: FileStore
    private let phase = Mutex(Phase.memory(SealedPieces()))

    /// Begins an empty one, in the class of its folder, if a file of that class can be made now; nil
    /// when there is something at the path already.
    ///
    /// `known` is the key of an earlier one, to save making another; with `isMissing` the caller knows
    /// that there is nothing.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-found`.
    package init?(
        _ path: DevicePath,
        in files: FileStore,
        sealedBy known: TransientKey?,
        isMissing: Bool = false
    ) throws {
        let creatable = try files.protectionOfNewFile(at: path, isMissing: isMissing)
        guard let protection = creatable else { return nil }
        self.path = path
        self.files = files
        if let known, known.isUsable(protection, in: files) {
            key = known
        } else {
            key = try TransientKey(protection, in: files, path)
        }
    }

    /// Whether it has no name yet.
    package var isInMemory: Bool {
        phase.withLock { if case .memory = $0 { true } else { false } }
    }

    /// The length in bytes.
    ///
    /// - Throws: `ProtectionError` with `handle-closed`.
    package var size: UInt64 {
        get throws {
            try use {
                UInt64($0.byteCount)
            } onFile: {
                try $0.size
            }
        }
    }

    /// Puts the bytes from `offset` on into a caller's memory, and says how many there are.
    ///
    /// - Throws: as ``ProtectedFile/read(at:count:)``.
    package func read(at offset: UInt64, into target: LentMemory) throws -> Int {
        try use { pieces in
            let start = min(Int(clamping: offset), pieces.byteCount)
            let range = start..<min(start + target.count, pieces.byteCount)
            try key.use { try pieces.read(range, into: target, $0) }
            return range.count
        } onFile: {
            try $0.read(at: offset, into: target)
        }
    }

    /// Writes bytes.
    ///
    /// - Returns: false when it grows too large for memory, and is as before.
    /// - Throws: as ``ProtectedFile/write(_:at:)``.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws -> Bool {
        let bytes = bytes
        return try use { pieces in
            let limit = files.context.logPolicy.transientByteCount
            guard offset <= UInt64(limit), Int(offset) + bytes.byteCount <= limit,
                // Many small pieces take more than they hold.
                pieces.sealedByteCount <= 2 * limit
            else { return false }
            try key.use { try pieces.write(bytes, at: Int(offset), $0) }
            return true
        } onFile: {
            try $0.write(bytes, at: offset)
            return true
        }
    }

    /// Cuts it, or lets it grow with zeros.
    ///
    /// - Throws: as ``ProtectedFile/truncate(to:)``.
    package func truncate(to length: UInt64) throws {
        try use { pieces in
            try key.use { try pieces.truncate(to: Int(clamping: length), $0) }
        } onFile: {
            try $0.truncate(to: length)
        }
    }

    /// Makes a file durable that is one; what lies in memory does not need it.
    ///
    /// - Throws: as ``ProtectedFile/synchronize()``.
    package func synchronize() throws {
        try use { _ in
            try key.use { _ in }
        } onFile: {
            try $0.synchronize()
        }
    }

    /// Lets go of the file, if it is one; else the content is gone.
    ///
    /// - Throws: as ``ProtectedFile/close()``.
    package func close() throws {
        let old = phase.withLock { phase in
            defer { phase = .closed }
            return phase
        }
        if case .file(let file) = old { try file.close(folding: false) }
    }

    /// Runs one of two, depending on where the content is.
    private func use<Result: Sendable>(
        _ inMemory: (inout SealedPieces) throws -> Result,
        onFile: (ProtectedFile) throws -> Result
    ) throws -> Result {
        // A lock that is due comes before the operation.
        files.context.keys.advance()
        return try phase.withLock { phase in
            switch phase {
            case .memory(var pieces):
                // The only owner changes it in place.
                phase = .closed
                defer { phase = .memory(pieces) }
                return try ProtectionError.telling(of: path) { try inMemory(&pieces) }
            case .file(let file): return try onFile(file)
            case .closed: throw ProtectionError(.handleClosed, path: path)
            }
        }
    }
}

/// Becoming a file.
extension TransientFile {
    /// Makes it a file of the store, durably, with so many of its bytes, or with zeros alone;
    /// nothing happens when it is one.
    ///
    /// - Throws: as `FileStore.open` and ``ProtectedFile/write(_:at:)``; it is then as before, and
    ///   there is no file.
    package func move() throws {
        try phase.withLock { phase in
            guard case .memory(var pieces) = phase else { return }
            let content = try ProtectionError.telling(of: path) {
                try key.use { SecretContent(try pieces.content($0)) }
            }
            phase = .file(try makeFile(content))
        }
    }

    /// Forgets the content, of which so many zeros are left, and makes that a file if one can be made
    /// now: for who wants to find it again.
    package func clear(leaving byteCount: Int) {
        phase.withLock { phase in
            guard case .memory = phase else { return }
            phase = .memory(SealedPieces(zeros: byteCount))
            let zeros = SecretContent(WipedBuffer(count: byteCount))
            if let file = try? makeFile(zeros) { phase = .file(file) }
        }
    }

    private func makeFile(_ content: SecretContent) throws -> ProtectedFile {
        let file = try files.open(
            path,
            .readWrite,
            creating: true,
            exclusive: true,
            as: key.protection
        )
        do {
            if content.count > 0 { try content.withBytes { try file.write($0, at: 0) } }
            try file.synchronize()
            return file
        } catch {
            try? file.close(folding: false)
            // A journal without its end would undo half of what it should.
            try? files.remove(path)
            throw error
        }
    }
}

extension FileStore {
    /// The class that a new file at a path would have, if one can be made now; nil when there is
    /// something already.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `not-found`.
    func protectionOfNewFile(
        at path: DevicePath,
        isMissing: Bool
    ) throws -> ProtectionClass? {
        let place = try tree.place(of: path)
        guard try isMissing || tree.status(of: place) == nil else { return nil }
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
