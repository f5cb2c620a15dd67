import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Changes the record of a file, link or special file in place.
struct SlotUpdate {
    /// The inode has another name on the host, a backup by hard link, so it must be copied first.
    struct SharedInode: Error {}

    let context: StoreContext
    let path: DevicePath

    /// Re-reads both slots under a short lock, changes the record, and writes it; returns what now
    /// stands there.
    ///
    /// Writes nothing when nothing changes, and the slots are equal or need not be.
    ///
    /// - Throws: ``ReplacedInode``, ``SharedInode``; `ProtectionError`, `SystemError`,
    ///   `CryptoError`; what `change` throws.
    func run<Record: SlotRecord>(
        _ file: borrowing OwnedFile,
        _ durability: Durability = .full,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        try whileLocked(file.descriptor) {
            try update(file, durability, change)
        }
    }

    /// Runs `body` while nobody else changes the slots.
    func whileLocked<Result>(
        _ file: Descriptor,
        _ body: () throws -> Result
    ) throws -> Result {
        let isLocked = try context.patience.wait {
            try context.fileSystem.lockByte(file, at: ByteLock.slots, .exclusive)
        }
        guard isLocked else { throw ProtectionError(.busy, path: path) }
        defer { _ = try? context.fileSystem.lockByte(file, at: ByteLock.slots, .unlocked) }
        return try body()
    }

    private func update<Record: SlotRecord>(
        _ file: borrowing OwnedFile,
        _ durability: Durability,
        _ change: (inout Record) throws -> Void
    ) throws -> Record {
        // A fold or save may have put another inode in this one's place while we waited.
        let status = try file.status()
        guard status.links > 0 else { throw ReplacedInode() }
        let volume = try context.keys.volumeKeys()
        let bytes = try file.read(SealedHeader.byteCount, at: 0)
        let pair = try Record.read(bytes[...], device: context.deviceID, keys: volume)
        var record = pair.record
        try change(&record)
        guard record != pair.record || durability == .full && !pair.areEqual else { return record }
        guard status.links == 1 else { throw SharedInode() }
        record.generation &+= 1
        try file.writeSlots(try record.encode(volume), over: pair, durability)
        return record
    }
}
