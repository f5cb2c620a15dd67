import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// A read of more bytes is done in pieces, so that a lock of the device need not wait for it.
    private static let pieceByteCount: UInt64 = 1 << 20

    /// The plaintext of a range, cut at the end of the file.
    ///
    /// - Throws: as ``use(_:)``.
    func read(_ range: Range<UInt64>) throws -> SecretContent {
        guard range.count > Self.pieceByteCount else {
            return try use { state, keys in
                let content = SealedContent(
                    header: state.header,
                    keys: keys.content,
                    index: state.index
                )
                return SecretContent(try content.read(range, state.inode.file))
            }
        }
        return try whileReading { snapshot in
            let end = snapshot.index.logicalLength
            guard range.lowerBound < end else {
                // Past the end there is nothing to read but the proof that it is the end.
                let first = range.lowerBound..<range.lowerBound + 1
                return SecretContent(
                    try snapshot.content(of: self).read(first, snapshot.inode.file)
                )
            }
            let range = range.clamped(to: 0..<end)
            var whole = WipedBuffer(count: range.count)
            for start in stride(
                from: range.lowerBound,
                to: range.upperBound,
                by: Int(Self.pieceByteCount)
            ) {
                let end = min(start + Self.pieceByteCount, range.upperBound)
                let piece = try snapshot.content(of: self).read(start..<end, snapshot.inode.file)
                piece.withBytes(0..<piece.count) {
                    whole.copy($0, to: Int(start - range.lowerBound))
                }
            }
            return SecretContent(whole)
        }
    }

    /// Runs a read of many pieces; no fold puts another inode and other keys in between.
    ///
    /// - Throws: as ``use(_:)``, and what `body` throws.
    func whileReading<Result>(
        _ body: (ContentSnapshot) throws -> Result
    ) throws -> Result {
        var snapshot: ContentSnapshot?
        while snapshot == nil {
            snapshot = try use { state, _ in
                guard !state.isMoving else { return nil }
                state.longReadCount += 1
                return ContentSnapshot(state)
            }
            // The fold that is about to put another inode in place holds this.
            if snapshot == nil { writing.withLock { _ in } }
        }
        defer { state.withLock { $0.longReadCount -= 1 } }
        do {
            return try ProtectionError.telling(of: place.path) {
                guard let snapshot else { throw ProtectionError(.internalError, path: place.path) }
                return try body(snapshot)
            }
        } catch {
            // What a failed sync cut away between two pieces was not tampered with.
            if error.code == .authenticationFailure {
                try ProtectionError.telling(of: place.path) {
                    try state.withLock { try checkUsable($0) }
                }
            }
            throw error
        }
    }
}
