import KeyManagement
public import ProtectionModel
package import SodiumCrypto
import Synchronization
import SystemIO

/// A file of a device, open for random access.
///
/// The handle follows the lock: with class A it fails while the device is locked and works again
/// after the unlock; with class B it goes on working; after the device was off it stays closed.
/// Reads see the writes of all handles on the file in this process at once; ``synchronize()`` and
/// ``close()`` make them survive a power loss.
public final class ProtectedFile: Sendable {
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
    /// - Throws: ``ProtectionError`` with `handle-closed`.
    public var size: UInt64 {
        get throws(ProtectionError) {
            try ProtectionError.wrapping {
                let file = try file()
                guard !file.keyed.isEnded else {
                    throw ProtectionError(.handleClosed, path: path)
                }
                return file.size
            }
        }
    }

    /// The bytes from `offset` on, at most `count`; fewer at the end, none past it.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `authentication-failure`,
    ///   `handle-closed`.
    public func read(at offset: UInt64, count: Int) throws(ProtectionError) -> [UInt8] {
        try ProtectionError.wrapping { try content(at: offset, count: count).bytes }
    }

    /// How many bytes a file can have at most.
    package static let byteLimit = LogFrame.lengthLimit

    /// The bytes from `offset` on, in a buffer that is wiped after use.
    ///
    /// - Throws: as ``read(at:count:)``.
    package func content(at offset: UInt64, count: Int) throws -> SecretContent {
        let file = try file(unlessOnly: .write)
        guard count >= 0, offset <= UInt64(Int64.max) else {
            throw ProtectionError(.invalidArgument, "offset or count is out of range", path: path)
        }
        return try perform(.read) {
            try file.reader.read(offset..<offset + UInt64(count))
        }
    }

    /// Puts the bytes from `offset` on into a caller's memory, and says how many there are; for who
    /// reads the same again and again: what was opened for it is kept until the lock.
    ///
    /// - Throws: as ``read(at:count:)``.
    package func read(
        at offset: UInt64,
        into target: LentMemory
    ) throws -> Int {
        let file = try file(unlessOnly: .write)
        guard offset <= UInt64(Int64.max) else {
            throw ProtectionError(.invalidArgument, "offset is out of range", path: path)
        }
        return try perform(.read) { try file.reader.read(at: offset, into: target) }
    }

    /// Writes bytes at `offset`, all or none; beyond the end the gap fills with zeros.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `no-space`, `io-error`,
    ///   `handle-closed`; the file is then as before.
    public func write(_ bytes: [UInt8], at offset: UInt64) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file(unlessOnly: .read)
            try perform(.write, UInt64(bytes.count)) {
                try file.writer.write(bytes.span.bytes, at: offset)
            }
            file.keepLogShort()
        }
    }

    /// Writes borrowed bytes.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func write(_ bytes: RawSpan, at offset: UInt64) throws {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(bytes.byteCount)) {
            try file.writer.write(bytes, at: offset)
        }
        file.keepLogShort()
    }

    /// Has the file become longer in large steps, for who syncs after each small write.
    ///
    /// - Throws: ``ProtectionError`` with `handle-closed`, `invalid-argument`.
    package func growAhead() throws {
        try file(unlessOnly: .read).keyed.withState { $0.growAhead() }
    }

    /// Begins a group of writes, which count at once, and after a crash only once the group has ended.
    ///
    /// - Throws: ``ProtectionError`` with `handle-closed`, `invalid-argument`.
    package func beginGroup() throws -> WriteGroup {
        WriteGroup(self, try file(unlessOnly: .read).keyed)
    }

    /// Writes borrowed bytes as a part of a group.
    func write(_ bytes: RawSpan, at offset: UInt64, in group: WriteGroup) throws {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(bytes.byteCount)) {
            try file.writer(in: group).write(bytes, at: offset)
        }
    }

    /// Cuts the file, or lets it grow, as a part of a group.
    func truncate(to length: UInt64, in group: WriteGroup) throws {
        let file = try file(unlessOnly: .read)
        try perform(.truncate, length) { try file.writer(in: group).setLength(length) }
    }

    /// Ends a group.
    func end(_ group: WriteGroup) throws {
        let file = try file(unlessOnly: .read)
        try file.writer(in: group).endGroup()
        file.keepLogShort()
    }

    /// Appends bytes, all or none.
    ///
    /// - Throws: as ``write(_:at:)``.
    public func append(_ bytes: [UInt8]) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file(unlessOnly: .read)
            try perform(.write, UInt64(bytes.count)) {
                try file.writer.append(bytes.span.bytes)
            }
            file.keepLogShort()
        }
    }

    /// Appends a stream, all or none.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func append(_ source: any ContentSource) throws {
        let file = try file(unlessOnly: .read)
        try perform(.write) { try file.writer.append(source) }
        file.keepLogShort()
    }

    /// Cuts the file to `length` bytes, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:)``.
    public func truncate(to length: UInt64) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file(unlessOnly: .read)
            try perform(.truncate, length) { try file.writer.setLength(length) }
            file.keepLogShort()
        }
    }

    /// Puts zeros in the place of a range; they take no room.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func zero(_ range: Range<UInt64>) throws {
        let file = try file(unlessOnly: .read)
        try perform(.write, UInt64(range.count)) { try file.writer.zero(range) }
        file.keepLogShort()
    }

    /// Puts new content in the place of all old content, all or nothing, in the same file.
    ///
    /// - Throws: as ``write(_:at:)``.
    package func replaceContent(_ bytes: [UInt8]) throws {
        let file = try file(unlessOnly: .read)
        try perform(.truncate, UInt64(bytes.count)) {
            try file.writer.replaceContent(bytes.span.bytes)
        }
        file.keepLogShort()
    }

    /// Returns when everything written so far survives a power loss; needs no key.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`, after which the handle must be opened anew;
    ///   `handle-closed`.
    public func synchronize() throws(ProtectionError) {
        try ProtectionError.wrapping {
            let file = try file()
            try perform(.synchronize) {
                // A file is lost with the folder that it is in.
                try registry.settling?.makeFoldersDurable()
                try file.sync.synchronize()
            }
        }
    }

    /// Makes everything written durable and ends the handle; closing twice is harmless.
    ///
    /// - Throws: ``ProtectionError`` with `io-error` when something written could not be made
    ///   durable.
    public func close() throws(ProtectionError) {
        try close(durability: .full)
    }

    /// Ends the handle; closing twice is harmless.
    ///
    /// Without durability what was written survives a crash of the process, and a power loss only
    /// from a later ``synchronize()`` of another handle on, or once the host has written it.
    ///
    /// - Throws: as ``close()``; without durability nothing.
    public func close(durability: Durability) throws(ProtectionError) {
        try ProtectionError.wrapping { try close(folding: true, durability: durability) }
    }

    /// Ends the handle; without `folding` it leaves the log of what was written as it is, for a
    /// file that is about to be removed or rewritten.
    ///
    /// - Throws: as ``close()``.
    package func close(folding: Bool, durability: Durability = .full) throws {
        let file = openFile.withLock { file in
            defer { file = nil }
            return file
        }
        guard let file else { return }
        guard mode != .read else { return try registry.close(file, isWriter: false) }
        try perform(.close) {
            try registry.close(file, isWriter: true, folding: folding, durability: durability)
        }
    }

    /// The open file, if the handle's mode allows the operation.
    func file(unlessOnly forbidden: Mode? = nil) throws -> OpenFile {
        guard let file = openFile.withLock({ $0 }) else {
            throw ProtectionError(.handleClosed, path: path)
        }
        guard mode != forbidden else {
            throw ProtectionError(
                .invalidArgument,
                "the handle on '\(path)' is open for \(mode.rawValue) only",
                path: path
            )
        }
        // A lock that is due comes before the operation.
        file.keyed.context.keys.advance()
        return file
    }
}

extension ProtectedFile {
    /// What all handles on the file in this process share while one of them is open; nil once this
    /// one is closed.
    package var openFileID: ObjectIdentifier? {
        openFile.withLock { $0 }.map(ObjectIdentifier.init)
    }

    /// The file's class, as far as this process knows; nil once the handle is closed.
    package var protection: ProtectionClass? { openFile.withLock { $0 }?.keyed.protection }

    /// Whether the file has extended attributes, as far as this process knows.
    package var hasExtendedAttributes: Bool {
        openFile.withLock { $0 }?.keyed.header.attributes.extended != nil
    }

    /// The inode that is open; nil once the handle is closed.
    var identity: FileIdentity? { openFile.withLock { $0 }?.identity }

    /// Asks for the file's key, as reading and writing do, and does nothing with it.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `handle-closed`.
    package func checkAccess() throws {
        try file().keyed.checkAccess()
    }

    /// Runs a read of many pieces over the content as it is now.
    func whileReading(
        _ body: (ContentSnapshot, KeyedFile) throws -> Void
    ) throws {
        let file = try file(unlessOnly: .write)
        try file.reader.whileReading { try body($0, file.keyed) }
    }

    /// Passes the whole content to a sink.
    package func copyContent(into sink: any ContentSink) throws {
        try perform(.read) {
            try whileReading { content, file in
                try ProtectionError.telling(of: path) {
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
        _ body: () throws -> Result
    ) throws(ProtectionError) -> Result {
        let result = try registry.operations.perform(kind, path, byteCount: byteCount, body)
        // The key was asked for when the file was opened, and perhaps long ago.
        if [.read, .write, .truncate].contains(kind) {
            openFile.withLock { $0 }?.keyed.context.keys.noteActivity()
        }
        return result
    }
}
