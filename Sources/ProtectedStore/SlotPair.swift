import KeyManagement
import SodiumCrypto

/// What two stored slots say together.
struct SlotPair<Record: Sendable>: Sendable {
    /// The record that counts.
    let record: Record
    /// False when the slots differ: a crash, or damage to one of them.
    let areEqual: Bool
    /// Which slot the next change writes first: the one that does not count.
    let olderIndex: Int

    /// Reads both slots from the first 1,024 bytes of a file.
    ///
    /// A slot of a later version makes the pair one of that version, whatever the other slot says:
    /// what this version made of the other would be written over it.
    ///
    /// - Throws: `AuthenticatedSlot.Defect` when neither counts, or one is of a later version;
    ///   `CryptoError.secretWiped`.
    init(
        _ bytes: ArraySlice<UInt8>,
        decode: ([UInt8]) throws -> (generation: UInt64, record: Record)
    ) throws {
        let size = AuthenticatedSlot.byteCount
        let start = bytes.startIndex
        guard bytes.count >= size else { throw AuthenticatedSlot.Defect.damaged }
        let first = Array(bytes[start..<start + size])
        let second = Array(bytes[(start + size)...].prefix(size))
        // `==` compares arrays byte by byte, which takes longer than checking the slot's code.
        if ConstantTime.areEqual(first, second) {
            record = try decode(first).record
            areEqual = true
            olderIndex = 0
            return
        }
        let left = Result { try decode(first) }
        let right = Result { try decode(second) }
        areEqual = false
        switch (left, right) {
        case (.success(let left), .success(let right)):
            let leftIsNewer = left.generation >= right.generation
            record = leftIsNewer ? left.record : right.record
            olderIndex = leftIsNewer ? 1 : 0
        case (.success(let left), .failure(let error)):
            try Self.checkDamage(error)
            record = left.record
            olderIndex = 1
        case (.failure(let error), .success(let right)):
            try Self.checkDamage(error)
            record = right.record
            olderIndex = 0
        case (.failure(let left), .failure(let right)):
            try Self.checkDamage(left)
            try Self.checkDamage(right)
            // What was elsewhere is whole, which says more than that the other slot is not.
            if case AuthenticatedSlot.Defect.misplaced = left { throw left }
            throw right
        }
    }

    /// Only damage, and what belongs elsewhere, may be outvoted by the other slot; a wiped key says
    /// nothing about the slot.
    private static func checkDamage(_ error: any Error) throws {
        switch error {
        case AuthenticatedSlot.Defect.damaged, AuthenticatedSlot.Defect.misplaced: break
        default: throw error
        }
    }
}
