import SystemIO

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
