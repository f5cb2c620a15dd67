import Synchronization

/// A temporary file of SQLite, kept in this process's memory: on the host's disk it would be
/// plaintext of what is protected.
final class MemoryFile: ServedFile {
    private let content = Mutex<[UInt8]>([])

    var database: DatabaseConnection? { nil }

    func size(_ size: inout Int64) -> ResultCode {
        size = Int64(content.withLock { $0.count })
        return .ok
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ResultCode {
        content.withLock { content in
            let start = min(Int(offset), content.count)
            let end = min(start + buffer.count, content.count)
            buffer.copyBytes(from: content[start..<end])
            return buffer.endAfter(end - start)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> ResultCode {
        content.withLock { content in
            let start = Int(offset)
            let missing = start + bytes.count - content.count
            if missing > 0 { content.append(contentsOf: repeatElement(0, count: missing)) }
            content.withUnsafeMutableBytes { all in
                UnsafeMutableRawBufferPointer(rebasing: all[start..<start + bytes.count])
                    .copyMemory(from: bytes)
            }
        }
        return .ok
    }

    func truncate(to length: Int64) -> ResultCode {
        content.withLock { $0.removeLast(max(0, $0.count - Int(length))) }
        return .ok
    }

    func synchronize() -> ResultCode { .ok }

    func close() -> ResultCode { .ok }
}
