package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// Pins the newest state of a device to a chip, so that an older copy is noticed.
///
/// For each ``Subject`` the chip has a counter that nothing sets back, not even its owner: one that is removed and made
/// again begins above every count there ever was. The file beside the device key, named with
/// `.rollback` at the end or, for the folders, `.folders-rollback`, says under a code which state holds at which count. So the file alone,
/// put back, has the wrong count; and who forged one would need the key. An index for 40 bytes that
/// is merely written, or extended, would be the key's alone to guard: who has the device key could
/// write an older state, while nobody counts down.
///
/// A change is announced in the file, made, and then counted. In between, the state before and the
/// one after are right: a power loss may leave either. What was announced and never counted is
/// counted past, so that no two states ever hold for one count.
///
/// A count is one write to the chip's flash memory, good for some 100,000: 24 a day last eleven
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

    /// What has states.
    package enum Subject: String, CaseIterable, Sendable {
        case keybag, folders

        /// What the name of its file ends with.
        var suffix: String { self == .keybag ? ".rollback" : ".folders-rollback" }

        /// For messages.
        fileprivate var name: String { self == .keybag ? "the keybag" : "the list of folders" }
    }

    /// What the file says at the chip's count.
    private struct Present {
        let record: RollbackRecord
        let count: UInt64
        let path: String

        var isSettled: Bool { count == record.next.count }

        /// Right are the state that was announced and, until it is counted, the one before.
        func check(_ state: State, of subject: Subject) throws {
            guard state != record.next.state, isSettled || state != record.present.state else {
                return
            }
            let pinned = (isSettled ? record.next : record.present).state.generation
            throw ProtectionError(
                .rolledBack,
                state.generation < pinned
                    ? "\(subject.name) is an older one: it is of generation \(state.generation), and "
                        + "\(pinned) is pinned"
                    : "\(subject.name) is another one than the one of generation \(pinned) that "
                        + "is pinned"
            )
        }
    }

    private static let title = "the pin against rollback"

    private let subject: Subject
    private let fileSystem: any FileSystem
    private let folder: String
    private let name: String
    private let chip: any TrustedPlatformModule
    private let device: DeviceID

    /// The pin of something of a device whose key file has `name` in `folder`.
    package init(
        of subject: Subject,
        of device: DeviceID,
        folder: String,
        name: String,
        on fileSystem: any FileSystem,
        chip: any TrustedPlatformModule
    ) {
        self.subject = subject
        self.device = device
        self.folder = folder
        self.name = name + subject.suffix
        self.fileSystem = fileSystem
        self.chip = chip
    }

    /// Takes a counter and pins a first state; `key` are 32 bytes that whoever checks or changes
    /// the state has, such as a key derived from the device key.
    ///
    /// - Throws: `ProtectionError` with `already-exists`; as ``TrustedPlatformModule`` says,
    ///   `no-space` where the chip has no room; `io-error`.
    package func create(_ state: State, key: borrowing SecureBytes) throws {
        guard try stored() == nil else {
            throw ProtectionError(.alreadyExists, "\(Self.title) exists already")
        }
        try create(state, past: 0, Keys(key, subject, device))
    }

    private func create(_ state: State, past last: UInt64, _ keys: borrowing Keys) throws {
        let index = try chip.defineCounter(auth: keys.counter)
        do {
            var count = try chip.counter(index, auth: keys.counter)
            while count <= last {
                try chip.increment(index, auth: keys.counter)
                count += 1
            }
            let entry = RollbackRecord.Entry(count: count, state: state)
            try store(RollbackRecord(index: index, present: entry, next: entry), keys)
        } catch {
            try? chip.removeCounter(index)
            throw error
        }
    }

    /// Checks that a state is the newest.
    ///
    /// - Throws: `ProtectionError` with `rolled-back` when it is not, or the file is gone, an older
    ///   one, or damaged, or the counter is another; as ``TrustedPlatformModule`` says.
    package func check(
        _ state: State,
        key: borrowing SecureBytes
    ) throws {
        try present(Keys(key, subject, device)).check(state, of: subject)
    }

    /// Says that a state is to follow the newest one, before the change is made.
    ///
    /// Costs the chip nothing.
    ///
    /// - Throws: as ``check(_:key:)`` of the present state.
    package func announce(
        _ next: State,
        after state: State,
        key: borrowing SecureBytes
    ) throws {
        let keys = try Keys(key, subject, device)
        let present = try present(keys)
        try present.check(state, of: subject)
        _ = try announce(next, after: state, present, keys)
    }

    /// Makes a state the only one that holds: the one announced, once it is on disk for good, or
    /// the one before, when no change came of the announcement.
    ///
    /// Costs nothing when nothing is announced.
    ///
    /// - Throws: as ``check(_:key:)``; what was right before is right still.
    package func settle(
        on state: State,
        key: borrowing SecureBytes
    ) throws {
        let keys = try Keys(key, subject, device)
        var present = try present(keys)
        try present.check(state, of: subject)
        guard !present.isSettled else { return }
        if present.record.next.state != state {
            present = try announce(state, after: state, present, keys)
        }
        try count(present, keys)
    }

    /// Pins a state whatever was pinned before: after somebody decided that an older copy, or a
    /// cleared chip, is right.
    ///
    /// - Throws: as ``create(_:key:)``.
    package func accept(_ state: State, key: borrowing SecureBytes) throws {
        let keys = try Keys(key, subject, device)
        let bytes = try stored()
        // Past what was announced and never counted, too.
        let last = try bytes.flatMap { try decode($0, keys) }?.next.count ?? 0
        if let index = bytes.flatMap({ RollbackRecord.index(in: $0, of: device) }),
            let count = try? chip.counter(index, auth: keys.counter)
        {
            let entry = RollbackRecord.Entry(count: max(count, last), state: state)
            let stale = RollbackRecord(index: index, present: entry, next: entry)
            let present = Present(record: stale, count: count, path: path)
            return try self.count(announce(state, after: state, present, keys), keys)
        }
        // A counter that our key does not read is not known to be ours.
        try removeFile()
        try create(state, past: last, keys)
    }

    /// The counter of a pin, to be given back once the pin is of no use.
    package struct Counter: Sendable {
        fileprivate let index: UInt32
        fileprivate let chip: any TrustedPlatformModule

        /// Gives it back, as far as the chip answers.
        package func giveBack() { try? chip.removeCounter(index) }
    }

    /// The counter that the file names, where our key vouches for it: somebody else's is never
    /// removed.
    package func counter(key: borrowing SecureBytes) -> Counter? {
        let record = try? stored().flatMap { try decode($0, Keys(key, subject, device)) }
        return record.map { Counter(index: $0.index, chip: chip) }
    }

    /// Removes the file, durably; nothing happens when it is gone.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    package func removeFile() throws {
        guard try stored() != nil else { return }
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            try fileSystem.unlink(name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch { throw ProtectionError(error, Self.title) }
    }

    private func announce(
        _ next: State,
        after state: State,
        _ present: Present,
        _ keys: borrowing Keys
    ) throws -> Present {
        // An announcement that nothing came of keeps its count: another state there would be a
        // second one, if the file of then were put back.
        let record = RollbackRecord(
            index: present.record.index,
            present: RollbackRecord.Entry(count: present.count, state: state),
            next: RollbackRecord.Entry(count: present.record.next.count + 1, state: next)
        )
        try store(record, keys)
        return Present(record: record, count: present.count, path: path)
    }

    private func count(_ present: Present, _ keys: borrowing Keys) throws {
        for _ in present.count..<present.record.next.count {
            try chip.increment(present.record.index, auth: keys.counter)
        }
    }

    private func present(_ keys: borrowing Keys) throws -> Present {
        guard let bytes = try stored() else {
            throw ProtectionError(.rolledBack, "\(Self.title), '\(path)', is gone")
        }
        guard let record = try decode(bytes, keys) else {
            throw ProtectionError(.rolledBack, "\(Self.title), '\(path)', is damaged")
        }
        let count = try count(record.index, keys)
        guard (record.present.count...record.next.count).contains(count) else {
            throw ProtectionError(
                .rolledBack,
                "\(Self.title), '\(path)', is \(count < record.next.count ? "another" : "an older") "
                    + "one: it is of count \(record.next.count), and the TPM has counted to \(count)"
            )
        }
        return Present(record: record, count: count, path: path)
    }

    private func count(_ index: UInt32, _ keys: borrowing Keys) throws -> UInt64 {
        do { return try chip.counter(index, auth: keys.counter) } catch let error as ProtectionError
        {
            switch error.cause as? TPMRefusal {
            case .indexMissing, .indexReplaced:
                throw ProtectionError(.rolledBack, error.message)
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

        init(
            _ key: borrowing SecureBytes,
            _ subject: Subject,
            _ device: DeviceID
        ) throws {
            let counter = try Self.derive(key, "\(subject.rawValue) counter", device)
            let code = try Self.derive(key, "\(subject.rawValue) code", device)
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
            } catch { throw ProtectionError(error, title) }
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
            throw ProtectionError(error, Self.title)
        }
    }

    private func decode(_ bytes: [UInt8], _ keys: borrowing Keys) throws -> RollbackRecord? {
        do { return try RollbackRecord.decode(bytes, for: device, key: keys.code) } catch {
            throw ProtectionError(error, Self.title)
        }
    }

    private func store(_ record: RollbackRecord, _ keys: borrowing Keys) throws {
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            try directory.replace(name, with: try record.encode(for: device, key: keys.code))
        } catch { throw ProtectionError(error, Self.title) }
    }
}
