package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// The device key, sealed by a chip: a ``SealedKeyFile`` in the place of the key file.
///
/// Sealed are the device id (16 bytes) and the key (32), so that the file of another device on the
/// same chip is told as such.
package struct TPMDeviceKeySource: DeviceKeySource {
    private static let keyByteCount = 32
    private static let idByteCount = 16

    private let folder: String
    private let name: String
    private let fileSystem: any FileSystem
    private let place: DeviceKeyPlace
    private let chip: any TrustedPlatformModule
    private let registers: PCRSelection

    /// A file in `folder`, which is a path on the host; `registers` matter to ``create`` alone.
    package init(
        folder: String,
        name: String,
        on fileSystem: any FileSystem,
        chip: any TrustedPlatformModule,
        boundTo registers: PCRSelection = .none
    ) {
        self.folder = folder
        self.name = name
        self.fileSystem = fileSystem
        place = DeviceKeyPlace(folder: folder, name: name, on: fileSystem)
        self.chip = chip
        self.registers = registers
    }

    package func create(
        for device: DeviceID,
        random: any RandomSource,
        arena: SecureArena
    ) throws -> SecureBytes {
        let key = try secret(Self.keyByteCount, .device, arena) { random.fill(&$0) }
        let content = try secret(Self.idByteCount + Self.keyByteCount, .transit, arena) {
            $0.storeBytes(device.bytes)
        }
        do { try content.store(key, at: Self.idByteCount) } catch {
            throw ProtectionError(error, "the device key")
        }
        let blob = try chip.seal(content, boundTo: registers)
        guard let object = SealedObject(blob),
            (1...SealedKeyFile.addressByteLimit).contains(chip.address.utf8.count)
        else { throw ProtectionError(.internalError, "the TPM sealed more than was asked") }
        let file = SealedKeyFile(device: device, address: chip.address, object: object)
        do {
            try place.makeFile { (new) throws(SystemError) in
                try new.write(file.bytes, at: 0)
            } orElse: {
                try? destroy(for: device)
            }
        } catch { throw ProtectionError(error, "the device key") }
        return key
    }

    package func load(for device: DeviceID, arena: SecureArena) throws -> SecureBytes {
        let file = try sealedFile()
        guard file.device == device else { throw notOurs }
        let content = try chip.unseal(file.object.bytes, arena: arena)
        do {
            guard content.count == Self.idByteCount + Self.keyByteCount,
                try content.withBytes({ $0.extracting(0..<Self.idByteCount).array })
                    == device.bytes
            else { throw notOurs }
            return try content.piece(Self.idByteCount..<content.count, in: .device)
        } catch { throw ProtectionError(error, "the device key") }
    }

    /// Every device whose key a chip seals is pinned: who removes the file of the pin does not end
    /// that.
    package func rollbackPin(
        of subject: RollbackPin.Subject,
        of device: DeviceID
    ) -> RollbackPin? { pin(of: subject, of: device) }

    private func pin(of subject: RollbackPin.Subject, of device: DeviceID) -> RollbackPin {
        RollbackPin(of: subject, of: device, folder: folder, name: name, on: fileSystem, chip: chip)
    }

    /// Without the file, the chip has nothing that would be of use.
    package func destroy(for device: DeviceID) throws {
        let head = SealedKeyFile.head(of: device)
        try place.destroy(head, overwriting: [head.count, SealedKeyFile.byteCount])
        for subject in RollbackPin.Subject.allCases {
            try pin(of: subject, of: device).removeFile()
        }
    }

    package func loadAttempts(for device: DeviceID) throws -> [UInt8]? {
        try place.loadAttempts()
    }

    package func storeAttempts(_ record: [UInt8], for device: DeviceID) throws {
        try place.storeAttempts(record)
    }

    package var attemptsPlace: String { place.attemptsPath }

    private var notOurs: ProtectionError {
        ProtectionError(.authenticationFailure, "'\(place.path)' is the key of another device")
    }

    private func secret(
        _ count: Int,
        _ group: SecretGroup,
        _ arena: SecureArena,
        fill: (inout MutableRawSpan) throws(CryptoError) -> Void
    ) throws -> SecureBytes {
        do { return try SecureBytes(count: count, group: group, arena: arena, fill: fill) } catch {
            throw ProtectionError(error, "the device key")
        }
    }

    private func sealedFile() throws -> SealedKeyFile {
        let bytes: [UInt8]
        do { bytes = try place.openFile().read(SealedKeyFile.byteCount + 1, at: 0) } catch {
            throw place.cannotRead(error)
        }
        return try SealedKeyFile.read(bytes, at: place)
    }
}
