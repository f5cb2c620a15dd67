import KeyManagement
import TestSupport

/// A device whose chip is one in memory.
typealias PINDevice = ChipDevice<MemoryChip>

extension ChipDevice<MemoryChip> {
    /// A new device beside a new chip.
    init(hasPasscode: Bool = true, maximumFailedAttempts: UInt32? = nil) throws {
        try self.init(
            chip: MemoryChip(),
            hasPasscode: hasPasscode,
            maximumFailedAttempts: maximumFailedAttempts
        )
    }

    /// Adds a recovery key, and leaves the PIN alone with it.
    func removePasscode() throws {
        try KeyRing(holder).add(.recoveryKey)
        try KeyRing(holder).remove(1)
    }

    func slots() throws -> [KeySlot] { try memory.keySlots() }
}
