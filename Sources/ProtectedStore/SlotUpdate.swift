import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Changes the header of a sealed file in place, durably.
struct SlotUpdate {
    let context: StoreContext
    let path: DevicePath

    /// Re-reads both slots under a short lock, changes the record, writes the older slot, syncs,
    /// writes the other, syncs; returns what now stands there.
    ///
    /// Writes nothing when nothing changes and the slots are equal.
    func run(
        _ file: borrowing OwnedFile, _ change: (inout SealedHeader) throws -> Void
    ) throws -> SealedHeader {
        let descriptor = file.descriptor
        let isLocked = try context.patience.wait {
            try context.fileSystem.lockByte(descriptor, at: ByteLock.slots, .exclusive)
        }
        guard isLocked else { throw StoreError(.busy, path: path) }
        defer { _ = try? context.fileSystem.lockByte(descriptor, at: ByteLock.slots, .unlocked) }
        let volume = try context.keys.volumeKeys()
        let bytes = try file.read(SealedHeader.byteCount, at: 0)
        let pair = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
        var header = pair.record
        try change(&header)
        guard header != pair.record || !pair.areEqual else { return header }
        header.generation += 1
        try file.writeSlots(try header.encode(volume), olderIndex: pair.olderIndex)
        return header
    }
}
