import SodiumCrypto
import Synchronization

/// The content behind a handle, front to back.
final class HandleSource: ContentSource {
    private let handle: FileHandle
    private let position = Mutex<UInt64>(0)

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    var expectedByteCount: Int? { (try? handle.size).flatMap { Int(exactly: $0) } }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        let room = bytes.byteCount
        let start = position.withLock { position in
            defer { position += UInt64(room) }
            return position
        }
        let content = try handle.content(at: start, count: room)
        content.withBytes { bytes.storeBytes($0) }
        return content.count
    }
}
