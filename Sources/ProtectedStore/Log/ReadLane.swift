import KeyManagement
import SodiumCrypto
import Synchronization

/// The buffers of one worker of an ``OpeningPipeline``: plaintext that goes with the keys it was
/// opened with.
///
/// It leaves in pieces, each of which is checked against the keys, so that after a lock nothing
/// leaves but the one piece that a sink is already busy with.
final class ReadLane: Sendable {
    static let pieceByteCount = 64 << 10

    private let content: ContentSnapshot
    private let file: KeyedFile
    private let plain = RevocableBuffer()
    private let scratch = Mutex(ReadScratch())
    private let opened = Mutex<Result<Int, any Error>>(.success(0))

    init(_ content: ContentSnapshot, _ file: KeyedFile) {
        self.content = content
        self.file = file
    }

    /// Opens a range and keeps the plaintext, or the failure.
    func open(_ range: Range<UInt64>) {
        let result = Result { try fill(range) }
        opened.withLock { $0 = result }
    }

    private func fill(_ range: Range<UInt64>) throws -> Int {
        // Asked for before the buffer is held: who asks may have to run the lock that revokes it.
        let sealed = try content.content(of: file)
        let count = try scratch.withLock { scratch in
            try plain.fill { plain in
                try sealed.read(range, content.inode.file, into: &plain, &scratch)
            }
        }
        guard let count else { throw file.discarded }
        return count
    }

    /// Passes on what ``open(_:)`` kept.
    ///
    /// - Throws: what opening or writing threw; `ProtectionError` with `protected-data-unavailable`
    ///   or `handle-closed` when the keys went meanwhile.
    func write(to sink: any ContentSink, at offset: UInt64) throws {
        let count = try opened.withLock { try $0.get() }
        for start in stride(from: 0, to: count, by: Self.pieceByteCount) {
            let piece = start..<min(start + Self.pieceByteCount, count)
            guard file.holdsKeys,
                try plain.lend(piece, { try sink.write($0, at: offset + UInt64(start)) }) != nil
            else { throw file.discarded }
        }
    }

    /// Takes the plaintext back if the file's keys are gone; waits for no sink.
    func followKeys() {
        guard !file.holdsKeys, !file.context.arena.spares(.fileKeys(file.protection)) else {
            return
        }
        plain.revoke()
    }
}

/// The lanes of all reads under way, for whoever discards keys.
final class ReadLanes: Sendable {
    private let lanes = Mutex<[ObjectIdentifier: ReadLane]>([:])

    /// Runs a read with lanes that a discard reaches.
    func whileReading<Result>(
        with lanes: [ReadLane],
        _ body: () throws -> Result
    ) rethrows -> Result {
        self.lanes.withLock { known in
            for lane in lanes { known[ObjectIdentifier(lane)] = lane }
        }
        defer {
            self.lanes.withLock { known in
                for lane in lanes { known[ObjectIdentifier(lane)] = nil }
            }
        }
        return try body()
    }

    /// Takes plaintext back whose keys have just gone.
    func followKeys() {
        for lane in lanes.withLock({ Array($0.values) }) { lane.followKeys() }
    }
}
