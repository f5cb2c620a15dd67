import SodiumCrypto
import Synchronization

/// The content of an open file, front to back.
final class FoldSource: ContentSource {
    private let snapshot: ContentSnapshot
    private let openFile: OpenFile
    private let position = Mutex<UInt64>(0)

    init(_ snapshot: ContentSnapshot, _ openFile: OpenFile) {
        self.snapshot = snapshot
        self.openFile = openFile
    }

    var expectedByteCount: Int? { Int(exactly: snapshot.index.logicalLength) }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        let room = UInt64(bytes.byteCount)
        let start = position.withLock { position in
            defer { position += room }
            return position
        }
        guard start < snapshot.index.logicalLength else { return 0 }
        let piece = try snapshot.content(of: openFile)
            .read(start..<start + room, snapshot.inode.file)
        piece.withBytes(0..<piece.count) { bytes.storeBytes($0) }
        return piece.count
    }
}
