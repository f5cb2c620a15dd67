package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// Pins the newest state of a device to a chip, so that an older copy is noticed.
///
/// The chip has a counter that nothing sets back, not even its owner: one that is removed and made
/// again begins above every count there ever was. The file beside the device key, named with
/// `.rollback` at the end, says under a code which state holds at which count. So the file alone,
/// put back, has the wrong count; and who forged one would need the key. An index for 40 bytes that
/// is merely written, or extended, would be the key's alone to guard: who has the device key could
/// write an older state, while nobody counts down.
///
/// An advance is one write to the chip's flash memory, good for some 100,000: 24 a day last eleven
/// years.
package struct RollbackPin: Sendable {
    /// What is pinned.
    package struct State: Sendable, Equatable {
        /// The length of a digest in bytes.
        package static let digestByteCount = 32
        /// Grows with every change.
        package let generation: UInt64
        /// Of what has this generation; 32 bytes.
        package let digest: [UInt8]

        /// A state.
        ///
        /// - Precondition: the digest has 32 bytes.
        package init(_ generation: UInt64, _ digest: [UInt8]) {
            precondition(digest.count == Self.digestByteCount, "a digest has 32 bytes")
            self.generation = generation
            self.digest = digest
        }
    }

    private static let subject = "the pin against rollback"

    private let fileSystem: any FileSystem
    private let folder: String
    private let name: String
    private let chip: any TrustedPlatformModule
    private let device: DeviceID

    /// The pin of a device whose key file has `name` in `folder`.
    package init(
        of device: DeviceID,
        folder: String,
        name: String,
        on fileSystem: any FileSystem,
        chip: any TrustedPlatformModule
    ) {
        self.device = device
        self.folder = folder
        self.name = name + ".rollback"
        self.fileSystem = fileSystem
        self.chip = chip
    }

    /// Takes a counter and pins a first state; `key` are 32 bytes that whoever reads or advances
    /// has, such as the device key, or one that only the passcode opens.
    ///
    /// - Throws: `ProtectionError` with `already-exists`; as ``TrustedPlatformModule`` says,
    ///   `no-space` where the chip has no room; `io-error`.
    package func create(_ state: State, key: borrowing SecureBytes) throws {
        guard try stored() == nil else {
            throw ProtectionError(.alreadyExists, "\(Self.subject) exists already")
        }
        let keys = try Keys(key, device)
        let index = try chip.defineCounter(auth: keys.counter)
        do {
            let count = try chip.counter(index, auth: keys.counter)
            let entry = RollbackRecord.Entry(count: count, state: state)
            try store(RollbackRecord(index: index, present: entry, next: entry), keys)
        } catch {
            try? chip.removeCounter(index)
            throw error
        }
    }

    /// The newest state.
    ///
    /// - Throws: `ProtectionError` with `rolled-back` when the file is gone, an older one, or
    ///   damaged, or the counter is another; as ``TrustedPlatformModule`` says.
    package func read(key: borrowing SecureBytes) throws -> State {
        try newest(Keys(key, device)).entry.state
    }

    /// Pins a newer state; the same one costs nothing.
    ///
    /// When this fails, either the old state is pinned or the new one.
    ///
    /// - Throws: as ``read(key:)``; `rolled-back` when the state is not newer.
    package func advance(to state: State, key: borrowing SecureBytes) throws {
        let keys = try Keys(key, device)
        let (index, entry) = try newest(keys)
        guard state != entry.state else { return }
        guard state.generation > entry.state.generation else {
            throw ProtectionError(
                .rolledBack,
                "generation \(state.generation) is not newer than the pinned one, "
                    + "\(entry.state.generation)"
            )
        }
        try advance(index, from: entry, to: state, keys)
    }

    /// Pins a state whatever was pinned before: after somebody decided that an older copy, or a
    /// cleared chip, is right.
    ///
    /// - Throws: as ``create(_:key:)``.
    package func accept(_ state: State, key: borrowing SecureBytes) throws {
        let keys = try Keys(key, device)
        if let bytes = try stored(), let index = RollbackRecord.index(in: bytes, of: device),
            let count = try? chip.counter(index, auth: keys.counter)
        {
            let entry = RollbackRecord.Entry(count: count, state: state)
            return try advance(index, from: entry, to: state, keys)
        }
        try remove()
        try create(state, key: key)
    }

    /// Gives the counter back and removes the file; nothing happens when both are gone.
    ///
    /// - Throws: as ``TrustedPlatformModule`` says; `io-error`.
    package func remove() throws {
        guard let bytes = try stored() else { return }
        if let index = RollbackRecord.index(in: bytes, of: device) {
            try chip.removeCounter(index)
        }
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            try fileSystem.unlink(name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch { throw ProtectionError(error, Self.subject) }
    }

    private func advance(
        _ index: UInt32,
        from entry: RollbackRecord.Entry,
        to state: State,
        _ keys: borrowing Keys
    ) throws {
        // The file first: at every moment one of its two is that of the chip's count.
        let next = RollbackRecord.Entry(count: entry.count + 1, state: state)
        try store(RollbackRecord(index: index, present: entry, next: next), keys)
        try chip.increment(index, auth: keys.counter)
    }

    private func newest(
        _ keys: borrowing Keys
    ) throws -> (index: UInt32, entry: RollbackRecord.Entry) {
        guard let bytes = try stored() else {
            throw ProtectionError(.rolledBack, "\(Self.subject), '\(path)', is gone")
        }
        guard let record = try decode(bytes, keys) else {
            throw ProtectionError(.rolledBack, "\(Self.subject), '\(path)', is damaged")
        }
        let count = try count(record.index, keys)
        guard let entry = [record.present, record.next].first(where: { $0.count == count }) else {
            throw ProtectionError(
                .rolledBack,
                "\(Self.subject), '\(path)', is of count \(record.next.count), and the TPM "
                    + "has counted to \(count)"
            )
        }
        return (record.index, entry)
    }

    private func count(_ index: UInt32, _ keys: borrowing Keys) throws -> UInt64 {
        do { return try chip.counter(index, auth: keys.counter) } catch let error as ProtectionError
        {
            switch error.cause as? TPMRefusal {
            case .indexMissing, .indexReplaced:
                throw ProtectionError(.rolledBack, error.message, cause: error.cause)
            default: throw error
            }
        }
    }
}

// Its file.
extension RollbackPin {
    /// What is derived from the key, by HKDF-Expand-SHA-512.
    private struct Keys: ~Copyable {
        let counter: SecureBytes
        let code: SecureBytes

        init(_ key: borrowing SecureBytes, _ device: DeviceID) throws {
            let counter = try Self.derive(key, "counter", device)
            let code = try Self.derive(key, "code", device)
            self.counter = counter
            self.code = code
        }

        private static func derive(
            _ key: borrowing SecureBytes,
            _ purpose: String,
            _ device: DeviceID
        ) throws -> SecureBytes {
            do {
                let derived = try SecureBytes(count: 32, group: .transit, arena: key.arena)
                let info = Array("protection-toolkit rollback 1 \(purpose)".utf8) + device.bytes
                try HKDFSHA512.expand(key, info: info, into: derived)
                return derived
            } catch { throw ProtectionError(error, subject) }
        }
    }

    private var path: String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

    private func stored() throws -> [UInt8]? {
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            let file = try OwnedFile(name, in: directory.descriptor, [], on: fileSystem)
            return try file.read(RollbackRecord.byteCount + 1, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, Self.subject)
        }
    }

    private func decode(_ bytes: [UInt8], _ keys: borrowing Keys) throws -> RollbackRecord? {
        do { return try RollbackRecord.decode(bytes, for: device, key: keys.code) } catch {
            throw ProtectionError(error, Self.subject)
        }
    }

    private func store(_ record: RollbackRecord, _ keys: borrowing Keys) throws {
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            try directory.replace(name, with: try record.encode(for: device, key: keys.code))
        } catch { throw ProtectionError(error, Self.subject) }
    }
}
