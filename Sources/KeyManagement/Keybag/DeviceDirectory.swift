package import ProtectionModel
package import SystemIO

/// The directory of one device on the host: `keybag`, `.holder` (who holds the keys, and where it
/// answers), `.service` once a service manager ran its agent, `.erased` once it was erased,
/// `files`, the root of the sealed tree, and `system`, that of the device's own documents.
package final class DeviceDirectory: Sendable {
    /// The root of the sealed tree.
    package static let files = "files"
    /// The root of the sealed tree of the device's own documents, made when the first one is.
    package static let system = "system"
    /// The file that is locked while a document is updated.
    package static let documentLock = ".documents"
    private static let eraseMark = ".erased"

    /// The directory, open.
    package let directory: OwnedFile
    /// Where it lives.
    package let fileSystem: any FileSystem
    /// The path it was opened by, for messages.
    package let path: String

    /// Opens the directory of an existing device.
    ///
    /// - Throws: `ProtectionError` with `device-not-found`.
    package init(_ path: String, on fileSystem: any FileSystem) throws {
        self.path = path
        self.fileSystem = fileSystem
        do {
            directory = try OwnedFile(path, in: nil, .directory, on: fileSystem)
        } catch {
            switch ErrorCode(error) {
            case .notFound, .notADirectory:
                throw ProtectionError(
                    .deviceNotFound,
                    "there is no device at '\(path)'",
                    cause: error
                )
            default: throw ProtectionError(error, "the device '\(path)'")
            }
        }
    }

    /// The keybag in here.
    package var keybag: KeybagFile { KeybagFile(in: directory.descriptor, on: fileSystem) }

    /// Which device lives here.
    ///
    /// - Throws: `ProtectionError` with `device-not-found`, `unsupported-version` or
    ///   `authentication-failure`.
    package func deviceID() throws -> DeviceID {
        try Keybag.deviceID(of: try keybag.read())
    }

    /// Claims the right to hold the device's keys until the returned object is released.
    ///
    /// - Throws: `ProtectionError` with `busy` when another process or object holds them.
    package func claim() throws -> DeviceClaim {
        do {
            if let claim = try DeviceClaim(directory) { return claim }
        } catch { throw ProtectionError(error, "the device '\(path)'") }
        var record = HolderRecord()
        if case .someone(let found)? = try? currentHolder() { record = found }
        throw ProtectionError(.busy, "\(record) holds the keys of the device '\(path)'")
    }

    /// Who holds the device's keys; its record is trusted only while it holds the record's lock.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    package func currentHolder() throws -> DeviceHolder {
        do {
            let file = try OwnedFile(
                DeviceClaim.fileName,
                in: directory.descriptor,
                [],
                on: fileSystem
            )
            if try fileSystem.isByteLocked(file.descriptor, at: DeviceClaim.byte) {
                let bytes = try file.read(HolderRecord.byteLimit, at: 0)
                return .someone(HolderRecord(bytes: bytes))
            }
        } catch {
            guard ErrorCode(error) == .notFound || isHeld else {
                throw ProtectionError(error, "the device '\(path)'")
            }
        }
        // That the record was removed does not make a device free.
        return isHeld ? .someone(HolderRecord()) : .nobody
    }

    private var isHeld: Bool {
        (try? fileSystem.isByteLocked(directory.descriptor, at: DeviceClaim.byte)) ?? false
    }

    /// Tells this directory from a copy of it, which has the same device id.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    package func identity() throws -> FileIdentity {
        do { return try directory.status().identity } catch {
            throw ProtectionError(error, "the device '\(path)'")
        }
    }

    /// The user whose directory it is.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    package func owner() throws -> UInt32 {
        do { return try directory.status().owner } catch {
            throw ProtectionError(error, "the device '\(path)'")
        }
    }

    /// Whether there is a mark of an erase, genuine or not.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    package func hasEraseMark() throws -> Bool { try eraseMark() != nil }

    /// The mark that an erase was begun here; nil when there is none.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    func eraseMark() throws -> [UInt8]? {
        do {
            let file = try OwnedFile(Self.eraseMark, in: directory.descriptor, [], on: fileSystem)
            guard try file.status().kind == .file else { return [] }
            return try file.read(EraseMark.byteCount + 1, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the mark '\(Self.eraseMark)' in the device '\(path)'")
        }
    }

    /// Notes durably that an erase was begun, so that the next start of the device finishes it.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    func markErased(_ mark: [UInt8]) throws {
        do { try directory.replace(Self.eraseMark, with: mark) } catch {
            throw ProtectionError(error, "the device '\(path)'")
        }
    }
}
