public import Foundation

extension Data {
    /// Reads a file of a device, as `Data(contentsOf:options:)` reads one of the host.
    ///
    /// A URL outside the container is read from the host. The mapping options have no effect: the
    /// content is decrypted into memory.
    ///
    /// - Throws: `CocoaError` with `fileReadNoPermission` (257) and `POSIXError.EPERM` underneath while
    ///   the file's class cannot be opened, `fileReadNoSuchFile` (260), `fileReadCorruptFile` (259) for
    ///   damaged content.
    public init(
        contentsOf url: URL,
        options: Data.ReadingOptions = [],
        on container: ApplicationContainer
    ) throws {
        self = try container.fileManager.data(contentsOf: url, options: options)
    }

    /// Writes a file of a device, as `write(to:options:)` writes one of the host.
    ///
    /// With `.atomic` a new file takes the old one's place and needs no key of it: its class is that of
    /// the options, else its folder's. Without, an existing file keeps its class and needs its key.
    ///
    /// - Precondition: not both `.atomic` and `.withoutOverwriting`, for which Foundation traps, too.
    /// - Throws: `CocoaError` with `fileWriteNoPermission` (513) and `POSIXError.EPERM` underneath while
    ///   the class is not available, `fileWriteFileExists` (516), `fileNoSuchFile` (4) for a missing
    ///   folder, `fileWriteOutOfSpace` (640).
    public func write(
        to url: URL,
        options: Data.WritingOptions = [],
        on container: ApplicationContainer
    ) throws {
        try container.fileManager.write(self, to: url, options: options)
    }
}
