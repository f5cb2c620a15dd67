import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// What two stored slots say together.
///
/// At rest after a change that was asked to be durable both are equal. A change that need not be
/// writes one slot and syncs nothing, so unequal slots are as usual as equal ones. Which slot comes
/// first makes a power loss harmless: it is one that is not needed. Of equal slots either will do;
/// of two that count it is the newer, since the older is durable: nothing is ever written to it
/// before a sync of the newer. So what a power loss finds is that durable state or a later one. A
/// durable change writes the slot that comes first, syncs, writes the other, syncs.
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
        /// They differ, and both count: the newer says what is, the older what is durable.
        case unequal
        /// One is of another place: a move was interrupted, or goes on.
        case interrupted
        /// One of them is damaged, or of something else.
        case damaged
    }

    /// The record that counts.
    let record: Record
    /// What the other slot says, if it counts and says something else.
    let other: Record?
    let agreement: Agreement
    /// Which slot the next change writes first: the one that is not needed.
    let firstIndex: Int

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
            try self.init(bothEqual: try decode(first))
        } else {
            let left = try Self.authentic(first, decode)
            try self.init(left, try Self.authentic(second, decode))
        }
    }

    private init(bothEqual slot: Slot) throws {
        guard slot.isInPlace else { throw AuthenticatedSlot.Defect.misplaced }
        record = slot.record
        other = nil
        agreement = .equal
        firstIndex = 0
    }

    /// Two slots that differ, nil for one that is damaged.
    private init(_ left: Slot?, _ right: Slot?) throws {
        let counting = [(0, left), (1, right)].compactMap { index, slot in
            slot.flatMap { $0.isInPlace ? (index: index, slot: $0) : nil }
        }
        .sorted { $0.slot.generation > $1.slot.generation }
        guard let newest = counting.first else {
            // What was elsewhere is whole, which says more than that the other slot is not.
            let isElsewhere = left != nil || right != nil
            throw isElsewhere
                ? AuthenticatedSlot.Defect.misplaced : AuthenticatedSlot.Defect.damaged
        }
        record = newest.slot.record
        let areOfTheSame = left != nil && left?.identifier == right?.identifier
        if counting.count == 2, areOfTheSame {
            other = counting[1].slot.record
            agreement = .unequal
            firstIndex = newest.index
        } else {
            other = nil
            agreement = areOfTheSame ? .interrupted : .damaged
            firstIndex = 1 - newest.index
        }
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

extension OwnedFile {
    /// Writes a record where a pair of slots stands.
    ///
    /// Durably into both, so that a crash at any point leaves a whole one, or into the one that is
    /// not needed, without a sync.
    ///
    /// - Throws: `SystemError`.
    func writeSlots<Record>(
        _ slot: [UInt8],
        over pair: SlotPair<Record>,
        _ durability: Durability = .full
    ) throws(SystemError) {
        switch durability {
        case .none: try writeSlot(slot, at: pair.firstIndex)
        case .full:
            for index in [pair.firstIndex, 1 - pair.firstIndex] {
                try writeSlot(slot, at: index)
                try synchronize(dataOnly: true)
            }
        }
    }

    /// Writes a record into one slot.
    ///
    /// - Throws: `SystemError`.
    func writeSlot(_ slot: [UInt8], at index: Int) throws(SystemError) {
        try write(slot, at: UInt64(index * AuthenticatedSlot.byteCount))
    }
}
