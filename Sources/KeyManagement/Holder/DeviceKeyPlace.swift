import ProtectionModel
import SystemIO

/// Where a device's key file lies, whatever is in it, and beside it the record of wrong passcodes:
/// the file of the same name with `.attempts` at the end.
struct DeviceKeyPlace: Sendable {
    private let fileSystem: any FileSystem
    private let folder: String
    private let name: String

    /// A file in `folder`, which is a path on the host.
    init(folder: String, name: String, on fileSystem: any FileSystem) {
        self.folder = folder
        self.name = name
        self.fileSystem = fileSystem
    }

    /// The path of the key file.
    var path: String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

    /// The path of the record of wrong passcodes.
    var attemptsPath: String { path + ".attempts" }

    private var attempts: String { name + ".attempts" }

    /// The key file, open for reading.
    func openFile() throws(SystemError) -> OwnedFile {
        let directory = try openFolder()
        return try OwnedFile(name, in: directory.descriptor, [], on: fileSystem)
    }

    /// Makes the key file, durably; `orElse` removes one that could not be filled.
    ///
    /// - Throws: ``SystemError``.
    func makeFile(
        _ fill: (borrowing OwnedFile) throws(SystemError) -> Void,
        orElse: () -> Void
    ) throws(SystemError) {
        let directory = try openFolder()
        let file = try OwnedFile(
            name,
            in: directory.descriptor,
            [.writing, .creatingNew],
            on: fileSystem
        )
        do {
            try fill(file)
            try file.synchronize()
            try directory.synchronize()
        } catch {
            orElse()
            throw error
        }
    }

    /// Why a key file cannot be read.
    func cannotRead(_ error: SystemError) -> ProtectionError {
        guard ErrorCode(error) == .notFound else {
            return ProtectionError(error, "the device key")
        }
        return ProtectionError(
            .deviceKeyMissing,
            "the device key '\(path)' does not exist",
            cause: error
        )
    }

    /// Overwrites and removes the key file and the record, durably; nothing happens when they are
    /// gone.
    ///
    /// `head` is how this device's key begins, `steps` is how many bytes get zeros, one after the
    /// other.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when the file is not this
    ///   device's; `io-error`.
    func destroy(_ head: [UInt8], overwriting steps: [Int]) throws {
        try checkIsOurs(head, atMost: steps.max() ?? 0)
        do {
            let directory = try openFolder()
            try destroy(name, overwriting: steps, in: directory)
            // The last is what an interrupted change of the record leaves.
            for entry in [attempts, ".\(attempts).new"] {
                try destroy(entry, overwriting: [0], in: directory)
            }
            try directory.synchronize()
        } catch {
            // No folder, no key: it is destroyed already.
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the device key")
        }
    }

    /// A file that was named as the device key by mistake must not be lost to an erase.
    private func checkIsOurs(_ ours: [UInt8], atMost byteCount: Int) throws {
        let head: [UInt8]
        let size: UInt64
        do {
            let file = try openFile()
            head = try file.read(ours.count, at: 0)
            size = try file.status().size
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the device key")
        }
        // A key whose making was interrupted is a beginning of ours; of one whose end was, the
        // first bytes are zeros.
        let rest = head.drop { $0 == 0 }
        let isBeginning =
            ours.starts(with: head) || ours.dropFirst(head.count - rest.count).starts(with: rest)
        guard isBeginning, size <= UInt64(byteCount) else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' \(DeviceRecords.isLeftAlone)"
            )
        }
    }

    /// Puts zeros over the first bytes of a file, as many as each step says, and removes it.
    private func destroy(
        _ entry: String,
        overwriting steps: [Int],
        in directory: borrowing OwnedFile
    ) throws(SystemError) {
        do {
            let file = try OwnedFile(entry, in: directory.descriptor, .writing, on: fileSystem)
            for byteCount in steps {
                try file.write([UInt8](repeating: 0, count: byteCount), at: 0)
                try file.synchronize()
            }
            try fileSystem.unlink(entry, in: directory.descriptor, folder: false)
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw error
        }
    }

    private func openFolder() throws(SystemError) -> OwnedFile {
        try OwnedFile(folder, in: nil, .directory, on: fileSystem)
    }
}

// The record of wrong passcodes.
extension DeviceKeyPlace {
    /// The record; nil when there is none.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func loadAttempts() throws -> [UInt8]? {
        do {
            let directory = try openFolder()
            // Looked at by name: what a link leads to, or a device, is not to be opened.
            let status = try fileSystem.status(of: attempts, in: directory.descriptor)
            if status.kind == .file {
                let file = try OwnedFile(attempts, in: directory.descriptor, [], on: fileSystem)
                return try file.read(AttemptRecord.byteCount + 1, at: 0)
            }
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the record of passcode attempts")
        }
        throw ProtectionError(
            .authenticationFailure,
            "the record of passcode attempts, '\(attemptsPath)', is not a regular file; remove it: "
                + "a missing record counts as the longest delay"
        )
    }

    /// Writes the record durably, over the one that is there.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    func storeAttempts(_ record: [UInt8]) throws {
        do {
            let directory = try openFolder()
            guard try !overwriteAttempts(record, in: directory) else { return }
            try directory.replace(attempts, with: record)
        } catch { throw ProtectionError(error, "the record of passcode attempts") }
    }

    /// Writes over the record in place, which takes no room on a disk that has none.
    ///
    /// - Returns: false when there is no such file of that length that may be written, as when a
    ///   backup was put back read-only, or shares the inode.
    private func overwriteAttempts(
        _ record: [UInt8],
        in directory: borrowing OwnedFile
    ) throws(SystemError) -> Bool {
        let file: OwnedFile
        do {
            file = try OwnedFile(attempts, in: directory.descriptor, .writing, on: fileSystem)
        } catch {
            switch ErrorCode(error) {
            case .notFound, .permissionDenied: return false
            default: throw error
            }
        }
        let status = try file.status()
        guard status.kind == .file, status.links == 1, status.size == UInt64(record.count) else {
            return false
        }
        try file.write(record, at: 0)
        try file.synchronize(dataOnly: true)
        return true
    }
}
