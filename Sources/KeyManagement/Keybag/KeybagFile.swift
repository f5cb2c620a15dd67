import ProtectionModel
package import SystemIO

/// Reading and replacing the keybag in a device directory.
///
/// A replacement is written beside the old one, synced, read back and compared, renamed over it,
/// and made durable; then the old one is overwritten through a descriptor opened before, so that a
/// changed passcode does not leave the old wraps behind. A crash at any point leaves one whole
/// keybag. On copy-on-write file systems and flash, old blocks may survive all the same.
package struct KeybagFile: Sendable {
    private static let temporary = ".keybag.new"

    private let directory: Descriptor
    private let fileSystem: any FileSystem

    /// The keybag in a directory that stays open.
    package init(in directory: Descriptor, on fileSystem: any FileSystem) {
        self.directory = directory
        self.fileSystem = fileSystem
    }

    /// - Throws: `ProtectionError` with `device-not-found` when there is none.
    package func read() throws -> [UInt8] {
        do {
            let file = try OwnedFile(Keybag.fileName, in: directory, [], on: fileSystem)
            return try file.read(Keybag.byteLimit + 1, at: 0)
        } catch {
            if ErrorCode(error) == .notFound {
                throw ProtectionError(.deviceNotFound, "there is no keybag", cause: error)
            }
            throw ProtectionError(error, "the keybag")
        }
    }

    /// - Throws: `ProtectionError` with `io-error` or `no-space`; the old keybag is then in place.
    func replace(with content: [UInt8]) throws {
        try discardTemporary()
        do {
            try write(content)
        } catch {
            try? discardTemporary()
            throw ProtectionError(error, "the keybag")
        }
        guard try readTemporary() == content else {
            try discardTemporary()
            throw ProtectionError(.inputOutput, "the new keybag does not read back as written")
        }
        do {
            try putInPlace()
        } catch {
            try? discardTemporary()
            throw ProtectionError(error, "the keybag")
        }
    }

    /// Takes away what an interrupted replacement left: it opens with a passcode that was never, or
    /// is no longer, in force.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func discardTemporary() throws {
        do {
            let status = try fileSystem.status(of: Self.temporary, in: directory)
            // What has another name, or is a link, is not a file of ours.
            if status.kind == .file, status.links == 1 {
                erase(try OwnedFile(Self.temporary, in: directory, .writing, on: fileSystem))
            }
            try fileSystem.unlink(
                Self.temporary,
                in: directory,
                folder: status.kind == .directory
            )
            try fileSystem.synchronize(directory, dataOnly: false)
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the keybag")
        }
    }

    /// Overwrites all but what says which device this was, also what an interrupted change left.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func destroy() throws {
        try discardTemporary()
        do {
            let file = try OwnedFile(Keybag.fileName, in: directory, .writing, on: fileSystem)
            let size = min(Int(try file.status().size), Keybag.byteLimit)
            let rest = [UInt8](repeating: 0, count: max(0, size - Keybag.identityByteCount))
            try file.write(rest, at: UInt64(Keybag.identityByteCount))
            try file.synchronize()
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the keybag")
        }
    }

    /// Makes it durable which keybag is in place.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func synchronize() throws {
        do { try fileSystem.synchronize(directory, dataOnly: false) } catch {
            throw ProtectionError(error, "the keybag")
        }
    }

    private func write(_ content: [UInt8]) throws(SystemError) {
        let file = try OwnedFile(
            Self.temporary,
            in: directory,
            [.writing, .creatingNew],
            on: fileSystem
        )
        try file.write(content, at: 0)
        try file.synchronize()
    }

    private func readTemporary() throws -> [UInt8] {
        do {
            let file = try OwnedFile(Self.temporary, in: directory, [], on: fileSystem)
            return try file.read(Keybag.byteLimit + 1, at: 0)
        } catch { throw ProtectionError(error, "the keybag") }
    }

    private func putInPlace() throws(SystemError) {
        let old = try openOld()
        let oldContent = try old?.read(Keybag.byteLimit + 1, at: 0)
        try renameTemporary()
        do {
            try fileSystem.synchronize(directory, dataOnly: false)
        } catch {
            // A user who is told that the change failed goes on with the old passcode.
            if let oldContent {
                try write(oldContent)
                try renameTemporary()
            }
            throw error
        }
        if let old { erase(old) }
    }

    private func renameTemporary() throws(SystemError) {
        try fileSystem.rename(
            Self.temporary,
            in: directory,
            to: Keybag.fileName,
            in: directory,
            replacing: true
        )
    }

    /// The change is made and durable by now: failing here does not undo it, so it is not reported.
    private func erase(_ old: borrowing OwnedFile) {
        do {
            let length = min(try old.status().size, UInt64(Keybag.byteLimit))
            try old.write([UInt8](repeating: 0, count: Int(length)), at: 0)
            try old.synchronize()
        } catch {}
    }

    private func openOld() throws(SystemError) -> OwnedFile? {
        do {
            return try OwnedFile(Keybag.fileName, in: directory, .writing, on: fileSystem)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }
}
