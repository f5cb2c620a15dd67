package import KeyManagement
package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// Makes the directory of a new device, whole or not at all.
package struct DeviceMaker {
    private let fileSystem: any FileSystem
    private let random: any RandomSource
    private let arena: SecureArena
    private let clock: any DeviceClock
    private let owner: FileOwner

    /// Makes devices on a file system; `clock` says when; `owner` is for the root folder.
    package init(
        on fileSystem: any FileSystem,
        random: any RandomSource,
        arena: SecureArena,
        clock: any DeviceClock = MachineClock(),
        owner: FileOwner = .ofProcess
    ) {
        self.fileSystem = fileSystem
        self.random = random
        self.arena = arena
        self.clock = clock
        self.owner = owner
    }

    /// Makes the directory `name` in the host's folder `folder`, and the device key.
    ///
    /// The directory is built beside its place and renamed there, so a crash leaves no half device;
    /// it may leave an orphaned key. `keySource` says where the key of the new device goes.
    ///
    /// - Throws: ``ProtectionError`` with `device-exists` when the directory exists, `no-space`,
    ///   `io-error`, `cipher-unavailable`; `busy` when the memory that a passcode takes is not to
    ///   be had.
    package func make(
        _ name: String,
        in folder: String,
        settings: DeviceSettings,
        rootProtection: ProtectionClass,
        passcode: borrowing Passcode?,
        keySource: (DeviceID) throws -> any DeviceKeySource
    ) throws -> DeviceID {
        guard let deviceID = DeviceID(bytes: random.bytes(16)) else {
            throw ProtectionError(.internalError, "no identifier for the device")
        }
        let parent = try open(folder)
        try checkIsFree(name, in: parent.descriptor, folder)
        let source = try ProtectionError.wrapping { try keySource(deviceID) }
        let device: NewDevice
        do {
            device = try NewDevice.make(
                deviceID,
                settings: settings,
                passcode: passcode,
                keySource: source,
                random: random,
                created: clock.wallTime(),
                arena: arena
            )
        } catch { throw ProtectionError(error, path: nil) }
        let temporary = ".\(name).new-\(deviceID.description.prefix(8))"
        do {
            try build(temporary, in: parent.descriptor, device, rootProtection)
            try put(temporary, as: name, in: parent)
        } catch {
            remove(temporary, in: parent.descriptor)
            source.abandon(deviceID, arena: arena)
            throw ProtectionError(error, path: nil)
        }
        return deviceID
    }

    /// Gives the device its name durably, or takes the name away again.
    private func put(
        _ temporary: String,
        as name: String,
        in parent: borrowing OwnedFile
    ) throws(SystemError) {
        let folder = parent.descriptor
        try fileSystem.rename(temporary, in: folder, to: name, in: folder, replacing: false)
        do {
            try parent.synchronize()
        } catch {
            // A device that stayed here would be one whose key is about to be destroyed.
            try fileSystem.rename(name, in: folder, to: temporary, in: folder, replacing: false)
            throw error
        }
    }

    private func open(_ folder: String) throws -> OwnedFile {
        do {
            return try OwnedFile(folder, in: nil, .directory, on: fileSystem)
        } catch {
            throw ProtectionError(
                ErrorCode(error),
                "the folder '\(folder)' for the device: \(error.errno)",
                cause: error
            )
        }
    }

    private func checkIsFree(
        _ name: String,
        in parent: Descriptor,
        _ folder: String
    ) throws {
        do {
            _ = try fileSystem.status(of: name, in: parent)
        } catch {
            guard ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, path: nil)
        }
        throw ProtectionError(.deviceExists, "'\(folder)/\(name)' exists already")
    }

    private func build(
        _ name: String,
        in parent: Descriptor,
        _ device: NewDevice,
        _ rootProtection: ProtectionClass
    ) throws {
        try fileSystem.makeDirectory(name, in: parent, permissions: 0o700)
        let directory = try OwnedFile(name, in: parent, .directory, on: fileSystem)
        try FileStore.makeRoot(
            in: directory.descriptor,
            protection: rootProtection,
            volume: device.volumeKeys,
            deviceID: device.deviceID,
            random: random,
            clock: clock,
            owner: owner,
            on: fileSystem
        )
        try directory.replace(Keybag.fileName, with: device.keybag)
    }

    private func remove(_ name: String, in parent: Descriptor) {
        // What cannot be removed is an unused directory with nothing secret in it.
        guard let directory = try? OwnedFile(name, in: parent, .directory, on: fileSystem) else {
            return
        }
        if let files = try? OwnedFile(
            DeviceDirectory.files,
            in: directory.descriptor,
            .directory,
            on: fileSystem
        ) {
            try? fileSystem.unlink(FolderRecord.fileName, in: files.descriptor, folder: false)
        }
        try? fileSystem.unlink(DeviceDirectory.files, in: directory.descriptor, folder: true)
        for entry in [Keybag.fileName, ".\(Keybag.fileName).new"] {
            try? fileSystem.unlink(entry, in: directory.descriptor, folder: false)
        }
        try? fileSystem.unlink(name, in: parent, folder: true)
    }
}
