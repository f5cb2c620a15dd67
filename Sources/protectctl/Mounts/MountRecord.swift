import KeyManagement
import ProtectionModel
import SystemIO

/// The file in a device's directory that says where the device is mounted.
///
/// The process that serves the mount holds a lock on it for as long as it lives, so that there is
/// one mount of a device, and so that somebody who unmounted it can wait until all is durable.
struct MountRecord: ~Copyable {
    private static let name = ".mount"
    private static let pathLimit = 4_096
    private let file: OwnedFile

    /// Takes a device for a mount at a path.
    ///
    /// - Throws: `ToolError` with `busy` and where it is mounted; `SystemError`.
    init(_ device: DeviceDirectory, mountedAt path: String) throws {
        let opened = try OwnedFile(
            Self.name,
            in: device.directory.descriptor,
            [.writing, .creating],
            on: PosixFileSystem()
        )
        guard try PosixFileSystem().lock(opened.descriptor, .exclusive) else {
            let place = try Self.path(in: opened)
            throw ToolError(
                .busy,
                "the device '\(device.path)' is mounted already, at '\(place)'",
                path: path,
                hint: "'protectctl unmount' ends that mount"
            )
        }
        try opened.truncate(to: 0)
        try opened.write(Array(path.utf8), at: 0)
        file = opened
    }

    private static func path(in record: borrowing OwnedFile) throws(SystemError) -> String {
        String(decoding: try record.read(pathLimit, at: 0), as: UTF8.self)
    }

    /// Waits until no process serves a mount of the device there any more: what was written is
    /// durable then.
    ///
    /// A mount whose process was killed may have been followed by one elsewhere.
    static func waitForEnd(ofMountAt places: [String], of device: String) throws {
        guard let directory = try? DeviceDirectory(device, on: PosixFileSystem()),
            let file = try? OwnedFile(
                name,
                in: directory.directory.descriptor,
                [],
                on: PosixFileSystem()
            )
        else { return }
        while try places.contains(path(in: file)),
            try !PosixFileSystem().lock(file.descriptor, .shared)
        {
            SystemTime.sleep(.milliseconds(5))
        }
    }
}
