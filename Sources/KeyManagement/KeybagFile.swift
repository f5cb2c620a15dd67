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

    /// - Throws: `KeyError` with `device-not-found` when there is none.
    package func read() throws(KeyError) -> [UInt8] {
        do throws(SystemError) {
            let file = try OwnedFile(Keybag.fileName, in: directory, [], on: fileSystem)
            return try file.read(Keybag.byteCount + 1, at: 0)
        } catch {
            if ErrorCode(error) == .notFound {
                throw KeyError(.deviceNotFound, "there is no keybag", cause: error)
            }
            throw KeyError(error, "the keybag")
        }
    }

    /// - Throws: `KeyError` with `io-error` or `no-space`; the old keybag is then in place.
    func replace(with content: [UInt8]) throws(KeyError) {
        try discardTemporary()
        do throws(SystemError) {
            try write(content)
        } catch {
            try? discardTemporary()
            throw KeyError(error, "the keybag")
        }
        guard try readTemporary() == content else {
            try discardTemporary()
            throw KeyError(.inputOutput, "the new keybag does not read back as written")
        }
        do throws(SystemError) {
            try putInPlace()
        } catch {
            try? discardTemporary()
            throw KeyError(error, "the keybag")
        }
    }

    /// Takes away what an interrupted replacement left: it opens with a passcode that was never, or
    /// is no longer, in force.
    ///
    /// - Throws: `KeyError` with `io-error`.
    func discardTemporary() throws(KeyError) {
        do throws(SystemError) {
            let status = try fileSystem.status(of: Self.temporary, in: directory)
            // What has another name, or is a link, is somebody's file, and nothing of ours.
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
            throw KeyError(error, "the keybag")
        }
    }

    /// Makes it durable which keybag is in place.
    ///
    /// - Throws: `KeyError` with `io-error`.
    func synchronize() throws(KeyError) {
        do throws(SystemError) { try fileSystem.synchronize(directory, dataOnly: false) } catch {
            throw KeyError(error, "the keybag")
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

    private func readTemporary() throws(KeyError) -> [UInt8] {
        do throws(SystemError) {
            let file = try OwnedFile(Self.temporary, in: directory, [], on: fileSystem)
            return try file.read(Keybag.byteCount + 1, at: 0)
        } catch { throw KeyError(error, "the keybag") }
    }

    private func putInPlace() throws(SystemError) {
        let old = try openOld()
        let oldContent = try old?.read(Keybag.byteCount, at: 0)
        try renameTemporary()
        do throws(SystemError) {
            try fileSystem.synchronize(directory, dataOnly: false)
        } catch {
            // Whoever is told that the change failed goes on with the old passcode.
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
        do throws(SystemError) {
            try old.write([UInt8](repeating: 0, count: Keybag.byteCount), at: 0)
            try old.synchronize()
        } catch {}
    }

    private func openOld() throws(SystemError) -> OwnedFile? {
        do throws(SystemError) {
            return try OwnedFile(Keybag.fileName, in: directory, .writing, on: fileSystem)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }
}
