/// Many small secrets travel together in one larger one.
extension SecureBytes {
    /// Copies all of `piece` to `offset`.
    ///
    /// - Throws: `CryptoError.invalidInput` when it does not fit; `secretWiped`.
    package func store(_ piece: borrowing SecureBytes, at offset: Int) throws(CryptoError) {
        guard offset >= 0, offset <= count - piece.count else { throw CryptoError(.invalidInput) }
        try piece.withUnsafeBytes { (source) throws(CryptoError) in
            try withUnsafeMutableBytes { (target) throws(CryptoError) in
                UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
            }
        }
    }

    /// A copy of some of the bytes in a group, with a handle of its own.
    ///
    /// - Throws: `CryptoError.invalidInput` when the range is empty or lies outside; `secretWiped`
    ///   or `outOfMemory`.
    package func piece(
        _ range: Range<Int>,
        in group: SecretGroup
    ) throws(CryptoError) -> SecureBytes {
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else {
            throw CryptoError(.invalidInput)
        }
        let copy = try SecureBytes(count: range.count, group: group, arena: arena)
        try withUnsafeBytes { (source) throws(CryptoError) in
            try copy.withUnsafeMutableBytes { (target) throws(CryptoError) in
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
            }
        }
        return copy
    }
}
