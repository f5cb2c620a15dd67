import Synchronization

/// A file that SQLite opened with us (sqlite.org/c3ref/io_methods.html).
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
