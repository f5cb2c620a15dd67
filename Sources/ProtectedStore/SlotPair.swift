import KeyManagement
import SodiumCrypto

/// What two stored slots say together.
struct SlotPair<Record: Sendable>: Sendable {
    /// Whether both slots say the same.
    enum Agreement {
        case equal
        /// They differ, and both are authentic: a change was interrupted, or goes on.
        case interrupted
        /// One of them is damaged.
        case damaged
    }

    /// The record that counts.
    let record: Record
    let agreement: Agreement
    var areEqual: Bool { agreement == .equal }
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
            agreement = .equal
            olderIndex = 0
            return
        }
        let left = Result { try decode(first) }
        let right = Result { try decode(second) }
        switch (left, right) {
        case (.success(let left), .success(let right)):
            agreement = .interrupted
            let leftIsNewer = left.generation >= right.generation
            record = leftIsNewer ? left.record : right.record
            olderIndex = leftIsNewer ? 1 : 0
        case (.success(let left), .failure(let error)):
            agreement = try Self.agreement(withOther: error)
            record = left.record
            olderIndex = 1
        case (.failure(let error), .success(let right)):
            agreement = try Self.agreement(withOther: error)
            record = right.record
            olderIndex = 0
        case (.failure(let left), .failure(let right)):
            _ = try Self.agreement(withOther: left)
            _ = try Self.agreement(withOther: right)
            // What was elsewhere is whole, which says more than that the other slot is not.
            if case AuthenticatedSlot.Defect.misplaced = left { throw left }
            throw right
        }
    }

    /// Only damage, and what belongs elsewhere, may be outvoted by the other slot; a wiped key says
    /// nothing about the slot.
    private static func agreement(withOther error: any Error) throws -> Agreement {
        switch error {
        case AuthenticatedSlot.Defect.damaged: .damaged
        case AuthenticatedSlot.Defect.misplaced: .interrupted
        default: throw error
        }
    }
}
