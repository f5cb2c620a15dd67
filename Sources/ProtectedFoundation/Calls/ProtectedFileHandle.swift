import Foundation
import ProtectedStore
import ProtectionModel
import Synchronization

/// An open file of a device with a place in it, in Foundation's errors; it obeys the device's lock at each
/// call.
final class FileCursor: Sendable {
    let path: String
    let hostCalls: HostCalls
    private let file: ProtectedFile
    private let place = Mutex<UInt64>(0)

    init(_ file: ProtectedFile, path: String, hostCalls: HostCalls) {
        self.file = file
        self.path = path
        self.hostCalls = hostCalls
    }

    var offset: UInt64 { place.withLock { $0 } }

    private func translating<Result>(reading: Bool, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ProtectionError {
            throw CocoaError.refusal(error, path: path, reading: reading)
        }
    }

    /// - Returns: nil at the end.
    func read(upToCount count: Int) throws -> Data? {
        try translating(reading: true) {
            try place.withLock { place in
                let size = try file.size
                let rest = size > place ? size - place : 0
                let bytes = try file.read(at: place, count: Int(min(UInt64(max(count, 0)), rest)))
                place += UInt64(bytes.count)
                return bytes.isEmpty ? nil : Data(bytes)
            }
        }
    }

    func write(_ data: some DataProtocol) throws {
        try translating(reading: false) {
            try place.withLock { place in
                try file.write([UInt8](data), at: place)
                place += UInt64(data.count)
            }
        }
    }

    /// Writes at the end, wherever the place was.
    func append(_ data: some DataProtocol) throws {
        try translating(reading: false) {
            try place.withLock { place in
                place = try file.size
                try file.write([UInt8](data), at: place)
                place += UInt64(data.count)
            }
        }
    }

    func seekToEnd() throws -> UInt64 {
        try translating(reading: true) {
            try place.withLock { place in
                place = try file.size
                return place
            }
        }
    }

    func seek(to new: UInt64) throws {
        try translating(reading: true) {
            _ = try file.size
            place.withLock { $0 = new }
        }
    }

    func truncate(to length: UInt64) throws {
        try translating(reading: false) {
            try file.truncate(to: length)
            place.withLock { $0 = length }
        }
    }

    func synchronize() throws {
        // As fsync(2), which also a descriptor that only reads can ask for.
        guard file.mode != .read else { return }
        try translating(reading: false) { try file.synchronize() }
    }

    func close() throws { try translating(reading: false) { try file.close() } }
}

/// A `FileHandle` of a file of a device.
///
/// Foundation lets few of its methods be overridden; the others are called by way of
/// ``FoundationCalls``.
final class ProtectedFileHandle: FileHandle, @unchecked Sendable {
    // Constant.
    let cursor: FileCursor

    init(_ cursor: FileCursor) {
        self.cursor = cursor
        // No descriptor of the host leads to a file of a device.
        super.init(fileDescriptor: -1, closeOnDealloc: false)
    }

    required init?(coder: NSCoder) { nil }

    override var availableData: Data {
        FoundationCalls.raising(self, "availableData", Data()) {
            try cursor.read(upToCount: .max) ?? Data()
        }
    }

    override var offsetInFile: UInt64 { cursor.offset }

    /// The older methods raise an `NSFileHandleOperationException` where the newer throw, which ends an
    /// app; here the test fails and the code goes on with nothing.
    func noteRaised(_ call: String, _ error: any Error) {
        cursor.hostCalls.note(
            "FileHandle.\(call) \(cursor.path), which raises NSFileHandleOperationException and ends "
                + "the app: \((error as? CocoaError)?.refusalWord ?? "\(error)")"
        )
    }
}

extension CocoaError {
    /// Our own word for a refusal of a device; nil for another error.
    var refusalWord: String? { userInfo[Self.protectionErrorCodeKey] as? String }
}
