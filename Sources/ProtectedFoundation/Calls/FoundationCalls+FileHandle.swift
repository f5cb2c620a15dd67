public import Foundation
import ProtectedStore
import ProtectionModel

/// Foundation's `FileHandle`, of files of a device as of all others.
extension FoundationCalls {
    /// What a file is opened for.
    public enum Access: Sendable {
        case reading
        case writing
        case updating
    }

    /// `FileHandle(forReadingFrom:)`, `(forWritingTo:)`, `(forUpdating:)`; the file must be there.
    ///
    /// - Throws: `CocoaError`.
    public static func fileHandle(_ url: URL, for access: Access) throws -> FileHandle {
        let path = try ProtectedFileManager.path(of: url, reading: access == .reading)
        let manager = manager(serving: path, call: "FileHandle(…) ")
        return try manager.dispatch(path, reading: access == .reading, call: "FileHandle(…)") {
            items,
            item in
            let mode: ProtectedFile.Mode =
                switch access {
                case .reading: .read
                case .writing: .write
                case .updating: .readWrite
                }
            return ProtectedFileHandle(try items.cursor(item, path, mode))
        } host: {
            switch access {
            case .reading: try FileHandle(forReadingFrom: url)
            case .writing: try FileHandle(forWritingTo: url)
            case .updating: try FileHandle(forUpdating: url)
            }
        }
    }

    /// `FileHandle(forReadingAtPath:)` and its like: nil whatever the reason.
    public static func fileHandle(atPath path: String, for access: Access) -> FileHandle? {
        try? fileHandle(URL(fileURLWithPath: path), for: access)
    }
}

extension FoundationCalls {
    /// `readToEnd()`; nil at the end.
    ///
    /// - Throws: `CocoaError`.
    public static func readToEnd(_ handle: FileHandle) throws -> Data? {
        guard let handle = handle as? ProtectedFileHandle else { return try handle.readToEnd() }
        return try handle.cursor.read(upToCount: .max)
    }

    /// `read(upToCount:)`; nil at the end.
    ///
    /// - Throws: `CocoaError`.
    public static func read(_ handle: FileHandle, upToCount count: Int) throws -> Data? {
        guard let handle = handle as? ProtectedFileHandle else {
            return try handle.read(upToCount: count)
        }
        return try handle.cursor.read(upToCount: count)
    }

    /// `write(contentsOf:)`.
    ///
    /// - Throws: `CocoaError`.
    public static func write(_ data: some DataProtocol, to handle: FileHandle) throws {
        guard let handle = handle as? ProtectedFileHandle else {
            return try handle.write(contentsOf: data)
        }
        try handle.cursor.write(data)
    }

    /// `offset()`.
    ///
    /// - Throws: `CocoaError`.
    public static func offset(_ handle: FileHandle) throws -> UInt64 {
        guard let handle = handle as? ProtectedFileHandle else { return try handle.offset() }
        return handle.cursor.offset
    }

    /// `seekToEnd()`.
    ///
    /// - Throws: `CocoaError`.
    public static func seekToEnd(_ handle: FileHandle) throws -> UInt64 {
        guard let handle = handle as? ProtectedFileHandle else { return try handle.seekToEnd() }
        return try handle.cursor.seekToEnd()
    }

    /// `seek(toOffset:)`.
    ///
    /// - Throws: `CocoaError`.
    public static func seek(_ handle: FileHandle, toOffset offset: UInt64) throws {
        guard let handle = handle as? ProtectedFileHandle else {
            return try handle.seek(toOffset: offset)
        }
        try handle.cursor.seek(to: offset)
    }

    /// `truncate(atOffset:)`.
    ///
    /// - Throws: `CocoaError`.
    public static func truncate(_ handle: FileHandle, atOffset offset: UInt64) throws {
        guard let handle = handle as? ProtectedFileHandle else {
            return try handle.truncate(atOffset: offset)
        }
        try handle.cursor.truncate(to: offset)
    }

    /// `synchronize()`.
    ///
    /// - Throws: `CocoaError`.
    public static func synchronize(_ handle: FileHandle) throws {
        guard let handle = handle as? ProtectedFileHandle else { return try handle.synchronize() }
        try handle.cursor.synchronize()
    }

    /// `close()`.
    ///
    /// - Throws: `CocoaError`.
    public static func close(_ handle: FileHandle) throws {
        guard let handle = handle as? ProtectedFileHandle else { return try handle.close() }
        try handle.cursor.close()
    }

    /// `fileDescriptor`: -1 for a file of a device, to which none leads; the test is told.
    public static func fileDescriptor(_ handle: FileHandle) -> Int32 {
        guard let handle = handle as? ProtectedFileHandle else { return handle.fileDescriptor }
        handle.cursor.hostCalls.note(
            "FileHandle.fileDescriptor \(handle.cursor.path), to which no descriptor leads"
        )
        return -1
    }

    /// Runs one of the older methods, which raise where the newer throw.
    ///
    /// - Returns: `nothing` where a file of a device refuses, which fails the test; a refusal of the host
    ///   ends the process, as with Foundation's.
    public static func raising<Result>(
        _ handle: FileHandle,
        _ call: String,
        _ nothing: Result,
        _ body: () throws -> Result
    ) -> Result {
        do { return try body() } catch {
            guard let handle = handle as? ProtectedFileHandle else {
                preconditionFailure("FileHandle.\(call): \(error)")
            }
            handle.noteRaised(call, error)
            return nothing
        }
    }
}
