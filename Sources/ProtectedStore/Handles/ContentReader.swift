import ProtectionModel
import SodiumCrypto
import SystemIO

/// What a long reader reads of a file: its content as of one moment, without the keys.
///
/// The keys are asked for again for every piece, so that a class change or a lock in the middle is
/// obeyed at once.
struct ContentSnapshot: Sendable {
    let inode: OpenInode
    let header: SealedHeader
    let index: LogIndex

    /// What is remembered of the file, with the times of the log, for an inode that takes its place.
    var attributes: NodeAttributes {
        var attributes = header.attributes
        attributes.follow(index.lastChange, inLogUpTo: index.lastNumber)
        // The new inode has no log.
        attributes.frameNumber = 0
        return attributes
    }

    /// The content with the keys that the file has now, asked for again after an unlock.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` or `handle-closed`.
    func content(of file: KeyedFile) throws -> SealedContent {
        SealedContent(header: header, keys: try file.liveKeys(), index: index)
    }

    /// The content with the keys that are there.
    ///
    /// - Throws: as ``content(of:)``.
    func presentContent(of file: KeyedFile) throws -> SealedContent {
        SealedContent(header: header, keys: try file.presentKeys(), index: index)
    }
}

/// Reads the content of an open file through the index of its log.
struct ContentReader {
    /// A read of more bytes is done in pieces, so that a lock of the device need not wait for it.
    private static let pieceByteCount: UInt64 = 1 << 20
    /// A read of fewer bytes is over sooner than others notice that they wait for it, and needs no
    /// copy of the index, which a writer would have to make anew.
    private static let shortByteCount: UInt64 = 1 << 15

    private let file: KeyedFile

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// What is there to read now; later writes do not show in it.
    ///
    /// - Throws: as ``KeyedFile/use(_:)``.
    func content() throws -> SealedContent {
        try file.use { state, keys in state.content(keys) }
    }

    /// The plaintext of a range, cut at the end of the file.
    ///
    /// - Throws: as ``KeyedFile/use(_:)``.
    func read(_ range: Range<UInt64>) throws -> SecretContent {
        guard range.count > Self.shortByteCount else {
            return try file.use { state, keys in
                SecretContent(try state.content(keys).read(range, state.inode.file))
            }
        }
        // Without the state, so that several read one file at a time.
        return try whileReading { snapshot in
            guard range.count > Self.pieceByteCount else {
                return SecretContent(try piece(range, of: snapshot))
            }
            return try read(range, snapshot)
        }
    }

    /// Puts the plaintext of a range, cut at the end of the file, into a caller's memory, and says
    /// how many bytes it is.
    ///
    /// A short one is kept, for a caller who reads the same again.
    ///
    /// - Throws: as ``KeyedFile/use(_:)``.
    func read(
        at offset: UInt64,
        into target: LentMemory
    ) throws -> Int {
        let range = offset..<offset + UInt64(target.count)
        guard range.count > Self.shortByteCount else {
            return try file.use { state, keys in
                try state.readKeeping(range, keys, into: target)
            }
        }
        let content = try read(range)
        content.withBytes { target.store($0) }
        return content.count
    }

    private func read(_ range: Range<UInt64>, _ snapshot: ContentSnapshot) throws -> SecretContent {
        let end = snapshot.index.logicalLength
        guard range.lowerBound < end else {
            // Past the end there is nothing to read but the proof that it is the end.
            return SecretContent(
                try piece(range.lowerBound..<range.lowerBound + 1, of: snapshot)
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
            let piece = try piece(start..<end, of: snapshot)
            piece.withBytes(0..<piece.count) {
                whole.copy($0, to: Int(start - range.lowerBound))
            }
        }
        return SecretContent(whole)
    }

    private func piece(
        _ range: Range<UInt64>,
        of snapshot: ContentSnapshot
    ) throws -> WipedBuffer {
        try snapshot.content(of: file).read(range, snapshot.inode.file)
    }

    /// Runs a read of many pieces; nothing that it may still read is given back in between.
    ///
    /// - Throws: as ``KeyedFile/use(_:)``, and what `body` throws.
    func whileReading<Result>(
        _ body: (ContentSnapshot) throws -> Result
    ) throws -> Result {
        let (snapshot, abandonCount) = try file.use { state, _ in
            (state.beginLongRead(), state.abandonCount)
        }
        defer { file.withState { $0.endLongRead() } }
        do {
            return try ProtectionError.telling(of: file.place.path) { try body(snapshot) }
        } catch {
            // What a failed sync cut away between two pieces was not tampered with.
            if error.code == .authenticationFailure {
                try file.checkUsable()
                // Nor was what a transaction took back.
                guard file.withState({ $0.abandonCount }) == abandonCount else {
                    throw ProtectionError(.busy, path: file.place.path)
                }
            }
            throw error
        }
    }
}
