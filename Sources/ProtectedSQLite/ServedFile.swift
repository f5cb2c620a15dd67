import CSQLite
import Synchronization

/// A file that SQLite opened through us (sqlite.org/c3ref/io_methods.html).
protocol ServedFile: AnyObject, Sendable {
    /// The length in bytes.
    func size(_ size: inout Int64) -> ResultCode
    /// Fills the buffer with the bytes at `offset`; what lies beyond the end is zero.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ResultCode
    /// Writes bytes at `offset`, all or none.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> ResultCode
    /// Cuts the file or lets it grow.
    func truncate(to length: Int64) -> ResultCode
    /// Makes what was written survive a power loss.
    func synchronize() -> ResultCode
    /// Ends the use of the file, whatever the code says.
    func close() -> ResultCode
    /// The database this is, if it is one.
    var database: DatabaseConnection? { get }
}

extension UnsafeMutableRawBufferPointer {
    /// Zeros what a read past the end of a file left, as SQLite demands.
    ///
    /// - Returns: the code for a read of so many bytes.
    func endAfter(_ count: Int) -> ResultCode {
        guard count < self.count else { return .ok }
        UnsafeMutableRawBufferPointer(rebasing: self[count...])
            .initializeMemory(as: UInt8.self, repeating: 0)
        return .shortRead
    }
}

/// The way from SQLite's pointer to the file behind it.
final class ServedFileReference: Sendable {
    let file: any ServedFile

    private init(_ file: any ServedFile) {
        self.file = file
    }

    /// Puts a file into the memory that SQLite keeps for it, for SQLite to give back by
    /// ``take(from:)``.
    static func put(_ file: any ServedFile, in place: UnsafeMutablePointer<sqlite3_file>) {
        let reference = Unmanaged.passRetained(ServedFileReference(file))
        let served = UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
        served.pointee.object = reference.toOpaque()
        served.pointee.base.pMethods = DatabaseFileMethods.table
    }

    /// The file behind a pointer; nil once it was taken back.
    static func file(of place: UnsafeMutablePointer<sqlite3_file>?) -> (any ServedFile)? {
        reference(in: place)?.takeUnretainedValue().file
    }

    /// Takes the file back.
    static func take(from place: UnsafeMutablePointer<sqlite3_file>?) -> (any ServedFile)? {
        guard let place, let reference = reference(in: place) else { return nil }
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
            .pointee.object = nil
        place.pointee.pMethods = nil
        return reference.takeRetainedValue().file
    }

    private static func reference(
        in place: UnsafeMutablePointer<sqlite3_file>?
    ) -> Unmanaged<ServedFileReference>? {
        guard let place else { return nil }
        let served = UnsafeMutableRawPointer(place).assumingMemoryBound(to: protected_file.self)
        return served.pointee.object.map { .fromOpaque($0) }
    }
}
