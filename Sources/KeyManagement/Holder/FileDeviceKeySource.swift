package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// The device key as a file of its own: `"PTDEVKEY"`, version 1 (2 bytes, little-endian), the
/// device id (16), the key (32).
///
/// The record of wrong passcodes is the file of the same name with `.attempts` at the end.
package struct FileDeviceKeySource: DeviceKeySource {
    private static let magic = Array("PTDEVKEY".utf8) + [1, 0]
    private static let keyByteCount = 32
    private static let headByteCount = 26

    private let fileSystem: any FileSystem
    private let folder: String
    private let name: String

    /// A key file in `folder`, which is a path on the host.
    package init(folder: String, name: String, on fileSystem: any FileSystem) {
        self.folder = folder
        self.name = name
        self.fileSystem = fileSystem
    }

    package func create(
        for device: DeviceID,
        random: any RandomSource,
        arena: SecureArena
    ) throws -> SecureBytes {
        let key = try secret(arena)
        do {
            try key.withMutableBytes { random.fill(&$0) }
        } catch { throw ProtectionError(error, "the device key") }
        let outgoing = try secret(arena, .transit)
        try copy(key, to: outgoing)
        do {
            let directory = try openFolder()
            let file = try OwnedFile(
                name,
                in: directory.descriptor,
                [.writing, .creatingNew],
                on: fileSystem
            )
            do {
                try file.write(Self.magic + device.bytes, at: 0)
                try outgoing.transfer { (bytes) throws(SystemError) in
                    try file.write(bytes.bytes, at: UInt64(Self.headByteCount))
                }
                try file.synchronize()
                try directory.synchronize()
            } catch {
                try? destroy(for: device)
                throw error
            }
        } catch { throw ProtectionError(error, "the device key") }
        return key
    }

    package func load(
        for device: DeviceID,
        arena: SecureArena
    ) throws -> SecureBytes {
        let incoming = try secret(arena, .transit)
        let head: [UInt8]
        let count: Int
        do {
            let directory = try openFolder()
            let file = try OwnedFile(name, in: directory.descriptor, [], on: fileSystem)
            head = try file.read(Self.headByteCount, at: 0)
            count = try incoming.transfer { (bytes) throws(SystemError) in
                try file.read(into: &bytes, at: UInt64(Self.headByteCount))
            }
        } catch {
            if ErrorCode(error) == .notFound {
                throw ProtectionError(
                    .deviceKeyMissing,
                    "the device key '\(path)' does not exist",
                    cause: error
                )
            }
            throw ProtectionError(error, "the device key")
        }
        guard head.starts(with: Self.magic), count == Self.keyByteCount else {
            throw ProtectionError(.authenticationFailure, "'\(path)' is not a device key")
        }
        guard head == Self.magic + device.bytes else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' is the key of another device"
            )
        }
        let key = try secret(arena)
        try copy(incoming, to: key)
        return key
    }

    package func destroy(for device: DeviceID) throws {
        try checkIsOurs(device)
        do {
            let directory = try openFolder()
            // The head goes first: a key that is damaged in part is then never taken for a whole
            // one.
            let whole = Self.headByteCount + Self.keyByteCount
            try destroy(name, overwriting: [Self.headByteCount, whole], in: directory)
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
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` unless the file is this device's
    ///   key, gone, or already overwritten.
    private func checkIsOurs(_ device: DeviceID) throws {
        let head: [UInt8]
        do {
            let directory = try openFolder()
            head = try OwnedFile(name, in: directory.descriptor, [], on: fileSystem)
                .read(Self.headByteCount, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the device key")
        }
        // A key whose making was interrupted is a beginning of ours; of one whose end was, the
        // first bytes are zeros.
        let rest = head.drop { $0 == 0 }
        let ours = Self.magic + device.bytes
        guard ours.starts(with: head) || ours.dropFirst(head.count - rest.count).starts(with: rest)
        else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' is not the key of this device, so it is left alone"
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

    package func loadAttempts(for device: DeviceID) throws -> [UInt8]? {
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
            "the record of passcode attempts, '\(attemptsPlace)', is not a regular file; remove it: a "
                + "missing record counts as the longest delay"
        )
    }

    package func storeAttempts(_ record: [UInt8], for device: DeviceID) throws {
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

    package var attemptsPlace: String { path + ".attempts" }

    private var path: String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

    private var attempts: String { name + ".attempts" }

    private func openFolder() throws(SystemError) -> OwnedFile {
        try OwnedFile(folder, in: nil, .directory, on: fileSystem)
    }

    private func secret(
        _ arena: SecureArena,
        _ group: SecretGroup = .device
    ) throws -> SecureBytes {
        do {
            return try SecureBytes(count: Self.keyByteCount, group: group, arena: arena)
        } catch { throw ProtectionError(error, "the device key") }
    }

    private func copy(
        _ source: borrowing SecureBytes,
        to target: borrowing SecureBytes
    ) throws {
        do { try target.fill(from: source) } catch {
            throw ProtectionError(error, "the device key")
        }
    }
}
