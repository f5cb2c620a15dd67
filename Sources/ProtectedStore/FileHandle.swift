import KeyManagement
public import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// A file of a device, open for random access.
///
/// The handle follows the lock: with class A it fails while the device is locked and works again
/// after the unlock; with class B it goes on working; after the device was off it stays closed.
/// Reads see the writes of all handles on the file in this process at once; ``synchronize()`` and
/// ``close()`` make them survive a power loss.
public final class FileHandle: Sendable {
    /// What a handle may do.
    public enum Mode: String, Sendable {
        /// Only reading.
        case read
        /// Only writing.
        case write
        /// Both.
        case readWrite = "read-write"
    }

    /// The path it was opened by.
    public let path: DevicePath
    /// What it may do.
    public let mode: Mode

    /// Nil once the handle is closed: the last to let go closes the inode, and its locks go.
    private let openFile: Mutex<OpenFile?>
    private let registry: OpenFileRegistry

    init(_ file: OpenFile, path: DevicePath, mode: Mode, registry: OpenFileRegistry) {
        openFile = Mutex(file)
        self.path = path
        self.mode = mode
        self.registry = registry
    }

    deinit {
        try? close()
    }

    /// The file's length in bytes, also while it is locked.
    ///
    /// - Throws: ``StoreError`` with `handle-closed`.
    public var size: UInt64 {
        get throws(StoreError) {
            let file = try file()
            guard !file.isEnded else { throw StoreError(.handleClosed, path: path) }
            return file.size
        }
    }

    /// The bytes from `offset` on, at most `count`; fewer at the end, none past it.
    ///
    /// - Throws: ``StoreError`` with `protected-data-unavailable`, `authentication-failure`,
    ///   `handle-closed`.
    public func read(at offset: UInt64, count: Int) throws(StoreError) -> [UInt8] {
        try content(at: offset, count: count).bytes
    }

    /// The bytes from `offset` on, in a buffer that is wiped after use.
    ///
    /// - Throws: as ``read(at:count:)``.
    package func content(at offset: UInt64, count: Int) throws(StoreError) -> SecretContent {
        let file = try file(unlessOnly: .write)
        guard count >= 0, offset <= UInt64(Int64.max) else {
            throw StoreError(.invalidArgument, "offset or count is out of range", path: path)
        }
        return try perform(.read) { () throws(StoreError) in
            try file.read(offset..<offset + UInt64(count))
        }
    }

    /// Writes bytes at `offset`, all or none; beyond the end the gap fills with zeros.
    ///
    /// - Throws: ``StoreError`` with `protected-data-unavailable`, `no-space`, `io-error`,
    ///   `handle-closed`; the file is then as before.
    public func write(_ bytes: [UInt8], at offset: UInt64) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(bytes.count)) { () throws(StoreError) in
            try file.write(bytes.span.bytes, at: offset)
        }
        file.foldWhileOpen(in: registry)
    }

    /// Writes bytes that somebody lends.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(bytes.byteCount)) { () throws(StoreError) in
            try file.write(bytes, at: offset)
        }
        file.foldWhileOpen(in: registry)
    }

    /// Writes bytes behind the end, all or none.
    ///
    /// - Throws: as ``write(_:at:)``.
    public func append(_ bytes: [UInt8]) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(bytes.count)) { () throws(StoreError) in
            try file.append(bytes.span.bytes)
        }
        file.foldWhileOpen(in: registry)
    }

    /// Writes a stream behind the end, all or none.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func append(_ source: any ContentSource) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.write) { () throws(StoreError) in try file.append(source) }
        file.foldWhileOpen(in: registry)
    }

    /// Cuts the file to `length` bytes, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:)``.
    public func truncate(to length: UInt64) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.truncate, length) { () throws(StoreError) in try file.setLength(length) }
        file.foldWhileOpen(in: registry)
    }

    /// Puts new content in the place of all old content, all or nothing, in the same file.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func replaceContent(_ bytes: [UInt8]) throws(StoreError) {
        let file = try file(unlessOnly: .read)
        try perform(.truncate, UInt64(bytes.count)) { () throws(StoreError) in
            try file.replaceContent(bytes.span.bytes)
        }
        file.foldWhileOpen(in: registry)
    }

    /// Returns when everything written so far survives a power loss; needs no key.
    ///
    /// - Throws: ``StoreError`` with `io-error`, after which the handle must be opened anew;
    ///   `handle-closed`.
    public func synchronize() throws(StoreError) {
        let file = try file()
        try perform(.synchronize) { () throws(StoreError) in try file.synchronize() }
    }

    /// Makes everything written durable and ends the handle; closing twice is harmless.
    ///
    /// - Throws: ``StoreError`` with `io-error` when something written could not be made durable.
    public func close() throws(StoreError) {
        try close(folding: true)
    }

    /// Ends the handle; without `folding` it leaves the log of what was written as it is, for a
    /// file that is about to be removed or rewritten.
    ///
    /// - Throws: as ``close()``.
    package func close(folding: Bool) throws(StoreError) {
        let file = openFile.withLock { file in
            defer { file = nil }
            return file
        }
        guard let file else { return }
        guard mode != .read else { return try end(file, folding: folding) }
        try perform(.close) { () throws(StoreError) in try end(file, folding: folding) }
    }

    private func end(_ file: OpenFile, folding: Bool) throws(StoreError) {
        if registry.release(file) {
            do throws(StoreError) { try file.finish(folding: folding) } catch {
                // Who only read has lost nothing.
                guard mode == .read else { throw error }
            }
        } else if mode != .read {
            // Others go on with the file, but this handle's promise is due now.
            try file.settle()
        }
    }

    /// The open file, if the handle may do what it is wanted for.
    private func file(unlessOnly forbidden: Mode? = nil) throws(StoreError) -> OpenFile {
        guard let file = openFile.withLock({ $0 }) else {
            throw StoreError(.handleClosed, path: path)
        }
        guard mode != forbidden else {
            throw StoreError(
                .invalidArgument,
                "the handle on '\(path)' is open for \(mode.rawValue) only",
                path: path
            )
        }
        // A lock that is due comes before what the handle is wanted for.
        file.context.keys.advance()
        return file
    }
}

extension FileHandle {
    /// What all handles on the file in this process share while one of them is open; nil once this
    /// one is closed.
    package var openFileID: ObjectIdentifier? {
        openFile.withLock { $0 }.map(ObjectIdentifier.init)
    }

    /// The inode that is open; nil once the handle is closed.
    var identity: FileIdentity? { openFile.withLock { $0 }?.identity }

    /// Asks for the file's key, as reading and writing do, and does nothing with it.
    ///
    /// - Throws: ``StoreError`` with `protected-data-unavailable`, `handle-closed`.
    package func checkAccess() throws(StoreError) {
        try file().use { _, _ in }
    }

    /// Runs a read of many pieces over the content as it is now.
    func whileReading(
        _ body: (ContentSnapshot, OpenFile) throws(StoreError) -> Void
    ) throws(StoreError) {
        let file = try file(unlessOnly: .write)
        try file.whileReading { try body($0, file) }
    }

    /// Passes the whole content to a sink.
    package func copyContent(into sink: any ContentSink) throws(StoreError) {
        try perform(.read) { () throws(StoreError) in
            try whileReading { (content, file) throws(StoreError) in
                try StoreError.translating(path) {
                    try OpeningPipeline(
                        content: content,
                        file: file,
                        workerCount: file.context.workerCount
                    ).run(into: ActiveSink(sink, file.context.keys))
                }
            }
        }
    }

    private func perform<Result>(
        _ kind: FileOperation.Kind,
        _ byteCount: UInt64? = nil,
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try registry.operations.perform(kind, path, byteCount: byteCount, body)
    }
}
