import SodiumCrypto
import Synchronization

/// The content of an open file, front to back, as of one moment.
///
/// It asks for no key: who folds holds back writers, and a lock in the middle ends the fold.
final class SnapshotSource: ContentSource {
    private let snapshot: ContentSnapshot
    private let file: KeyedFile
    private let position = Mutex<UInt64>(0)

    init(_ snapshot: ContentSnapshot, _ file: KeyedFile) {
        self.snapshot = snapshot
        self.file = file
    }

    var expectedByteCount: Int? { Int(exactly: snapshot.index.logicalLength) }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        let room = UInt64(bytes.byteCount)
        let start = position.withLock { position in
            defer { position += room }
            return position
        }
        guard start < snapshot.index.logicalLength else { return 0 }
        let piece = try snapshot.presentContent(of: file)
            .read(start..<start + room, snapshot.inode.file)
        piece.withBytes(0..<piece.count) { bytes.storeBytes($0) }
        return piece.count
    }
}
