import KeyManagement
import SodiumCrypto

/// What two stored slots say together.
struct SlotPair<Record: Sendable>: Sendable {
    /// A slot that authenticates.
    struct Slot {
        let generation: UInt64
        /// Of the file or folder that it is about.
        let identifier: [UInt8]
        /// Whether that belongs here; else the slot does not count.
        var isInPlace = true
        let record: Record
    }

    /// Whether both slots say the same.
    enum Agreement {
        case equal
        /// They differ, and both are authentic: a change was interrupted, or goes on.
        case interrupted
        /// One of them is damaged, or of something else.
        case damaged
    }

    /// The record that counts.
    let record: Record
    let agreement: Agreement
    /// Which slot the next change writes first: the one that does not count.
    let olderIndex: Int

    /// Reads both slots from the first 1,024 bytes of a file.
    ///
    /// A slot of a later version makes the pair one of that version, whatever the other slot says:
    /// what this version made of the other would be written over it. A wiped key says nothing about
    /// a slot.
    ///
    /// - Throws: `AuthenticatedSlot.Defect` when neither counts, or one is of a later version;
    ///   `CryptoError.secretWiped`.
    init(_ bytes: ArraySlice<UInt8>, decode: ([UInt8]) throws -> Slot) throws {
        let size = AuthenticatedSlot.byteCount
        let start = bytes.startIndex
        guard bytes.count >= size else { throw AuthenticatedSlot.Defect.damaged }
        let first = Array(bytes[start..<start + size])
        let second = Array(bytes[(start + size)...].prefix(size))
        // `==` compares arrays byte by byte, which takes longer than checking the slot's code.
        if ConstantTime.areEqual(first, second) {
            let slot = try decode(first)
            guard slot.isInPlace else { throw AuthenticatedSlot.Defect.misplaced }
            record = slot.record
            agreement = .equal
            olderIndex = 0
            return
        }
        let left = try Self.authentic(first, decode)
        let right = try Self.authentic(second, decode)
        let counting = [(0, left), (1, right)].compactMap { index, slot in
            slot.flatMap { $0.isInPlace ? (index: index, slot: $0) : nil }
        }
        guard
            let newest = counting.max(by: { $0.slot.generation < $1.slot.generation })
        else {
            // What was elsewhere is whole, which says more than that the other slot is not.
            let isElsewhere = left != nil || right != nil
            throw isElsewhere
                ? AuthenticatedSlot.Defect.misplaced : AuthenticatedSlot.Defect.damaged
        }
        record = newest.slot.record
        olderIndex = 1 - newest.index
        let areOfTheSame = left != nil && left?.identifier == right?.identifier
        agreement = areOfTheSame ? .interrupted : .damaged
    }

    /// Nil for a slot that is damaged, which the other one may outvote.
    private static func authentic(
        _ bytes: [UInt8],
        _ decode: ([UInt8]) throws -> Slot
    ) throws -> Slot? {
        do { return try decode(bytes) } catch AuthenticatedSlot.Defect.damaged { return nil }
    }

    var areEqual: Bool { agreement == .equal }
}
