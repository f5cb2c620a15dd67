import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Changes the header of a sealed file in place, durably.
struct SlotUpdate {
    /// The inode has another name on the host, a backup by hard link, so it must be copied first.
    struct SharedInode: Error {}

    let context: StoreContext
    let path: DevicePath

    /// Re-reads both slots under a short lock, changes the record, writes the older slot, syncs,
    /// writes the other, syncs; returns what now stands there.
    ///
    /// Writes nothing when nothing changes and the slots are equal.
    ///
    /// - Throws: ``ReplacedInode``, ``SharedInode``; `ProtectionError`, `SystemError`,
    ///   `CryptoError`.
    func run(
        _ file: borrowing OwnedFile,
        _ change: (inout SealedHeader) throws -> Void
    ) throws -> SealedHeader {
        try whileLocked(file.descriptor) {
            try update(file, change)
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

    private func update(
        _ file: borrowing OwnedFile,
        _ change: (inout SealedHeader) throws -> Void
    ) throws -> SealedHeader {
        // A fold or save may have put another inode in this one's place while we waited.
        let status = try file.status()
        guard status.links > 0 else { throw ReplacedInode() }
        let volume = try context.keys.volumeKeys()
        let bytes = try file.read(SealedHeader.byteCount, at: 0)
        let pair = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
        var header = pair.record
        try change(&header)
        guard header != pair.record || !pair.areEqual else { return header }
        guard status.links == 1 else { throw SharedInode() }
        header.generation &+= 1
        try file.writeSlots(try header.encode(volume), olderIndex: pair.olderIndex)
        // The content is as old as before; a time that cannot be kept changes nothing else.
        try? context.fileSystem.setModified(
            file.descriptor,
            seconds: status.modifiedSeconds,
            nanoseconds: status.modifiedNanoseconds
        )
        return header
    }
}

extension OwnedFile {
    /// Writes one record into both slots so that a crash at any point leaves a whole one.
    ///
    /// - Throws: `SystemError`.
    func writeSlots(_ slot: [UInt8], olderIndex: Int) throws(SystemError) {
        for index in [olderIndex, 1 - olderIndex] { try writeSlot(slot, at: index) }
    }

    /// Writes a record into one slot, durably.
    ///
    /// - Throws: `SystemError`.
    func writeSlot(_ slot: [UInt8], at index: Int) throws(SystemError) {
        try write(slot, at: UInt64(index * AuthenticatedSlot.byteCount))
        try synchronize(dataOnly: true)
    }
}
