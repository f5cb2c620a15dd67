import CSodium

/// A secret of 1 to 4096 bytes in a ``SecureArena``.
///
/// The value is a handle: moving it moves no secret byte. Bytes are lent by closure, never
/// returned, and are zeroed when the handle ends or its group is wiped, whichever comes first.
///
/// `@unchecked Sendable`: the bytes are owned memory; concurrent readers only read, the one write
/// happens before the handle is shared, and a wipe waits at the group's gate for readers to leave.
package struct SecureBytes: ~Copyable, @unchecked Sendable {
    /// Length in bytes.
    package let count: Int
    /// The group that this secret is discarded with.
    package let group: SecretGroup
    /// The arena that holds the bytes.
    package let arena: SecureArena

    private let base: UnsafeMutableRawPointer
    private let generation: UInt64

    /// Takes zeroed memory for `count` bytes.
    ///
    /// - Throws: `CryptoError.outOfMemory`; `invalidInput` unless `count` is 1 ... 4096.
    package init(
        count: Int,
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) {
        (base, generation) = try arena.take(byteCount: count, group: group)
        self.count = count
        self.group = group
        self.arena = arena
    }

    /// Takes memory and lets `fill` write the secret.
    ///
    /// - Throws: as ``init(count:group:arena:)``, `secretWiped` when a discard overtakes it, and
    ///   what `fill` throws.
    package init(
        count: Int,
        group: SecretGroup,
        arena: SecureArena,
        fill: (inout MutableRawSpan) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let secret = try SecureBytes(count: count, group: group, arena: arena)
        try secret.withMutableBytes(fill)
        self = secret
    }

    deinit {
        arena.giveBack(base, byteCount: count, group: group)
    }

    /// True once the group was wiped after this secret was made.
    package var isWiped: Bool { arena.gate(group).generation != generation }

    /// Lends the bytes for reading.
    ///
    /// Stay short: no system call, no `await`, no more than 64 chunks of work inside.
    /// - Throws: `CryptoError.secretWiped`, and what `body` throws.
    package func withBytes<Result>(
        _ body: (RawSpan) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try withUnsafeBytes { (bytes) throws(CryptoError) in
            try body(RawSpan(_unsafeBytes: bytes))
        }
    }

    /// Lends the bytes for writing; only the maker of a secret does, before sharing it.
    ///
    /// - Throws: `CryptoError.secretWiped`, and what `body` throws.
    package func withMutableBytes<Result>(
        _ body: (inout MutableRawSpan) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try withUnsafeMutableBytes { (bytes) throws(CryptoError) in
            var span = MutableRawSpan(_unsafeBytes: bytes)
            return try body(&span)
        }
    }

    /// A second handle on a copy of the bytes, in another group.
    ///
    /// - Throws: `CryptoError.secretWiped` when either group is wiped meanwhile, or `outOfMemory`.
    package func copy(to group: SecretGroup) throws(CryptoError) -> SecureBytes {
        let copy = try SecureBytes(count: count, group: group, arena: arena)
        try copy.fill(from: self)
        return copy
    }

    /// Copies as many bytes as both have, from the start.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    package func fill(from other: borrowing SecureBytes) throws(CryptoError) {
        let count = min(count, other.count)
        try other.withUnsafeBytes { (source) throws(CryptoError) in
            try withUnsafeMutableBytes { (target) throws(CryptoError) in
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
            }
        }
    }

    /// Compares in time that depends on the lengths alone.
    ///
    /// - Throws: `CryptoError.secretWiped` when either is wiped; secrets of unequal lengths are
    ///   unequal without a look at either.
    package func isEqual(to other: borrowing SecureBytes) throws(CryptoError) -> Bool {
        guard count == other.count else { return false }
        return try withUnsafeBytes { (bytes) throws(CryptoError) in
            try other.withUnsafeBytes { (otherBytes) throws(CryptoError) in
                sodium_memcmp(bytes.octets, otherBytes.octets, bytes.count) == 0
            }
        }
    }

    func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try withUnsafeMutableBytes { (bytes) throws(CryptoError) in
            try body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Without the gate; see ``transfer(_:)``.
    func withUncheckedBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        let gate = arena.gate(group)
        guard gate.enter() else { throw CryptoError(.secretWiped) }
        defer { gate.leave() }
        guard gate.generation == generation else { throw CryptoError(.secretWiped) }
        defer { StackResidue.wipeRegisters() }
        return try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }
}

extension SecureBytes {
    /// Lends the bytes to a system call that fills or sends them.
    ///
    /// Unlike other loans this one may take long, so it is for secrets on their way in or out only,
    /// whose group is never wiped: a wipe would not wait for it.
    package func transfer<Result, Failure: Error>(
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUncheckedBytes { (bytes) throws(Failure) in
            var span = MutableRawSpan(_unsafeBytes: bytes)
            return try body(&span)
        }
    }
}

/// Plaintext that is kept for a while where keys are.
extension SecureBytes {
    /// Copies a part out.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    /// - Precondition: `range` lies within, and the target has room for it.
    package func copy(_ range: Range<Int>, to target: LentMemory) throws(CryptoError) {
        try withUnsafeBytes { (source) throws(CryptoError) in
            target.store(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: source[range])))
        }
    }

    /// Copies bytes in, from `offset` on.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    /// - Precondition: they fit.
    package func store(_ bytes: RawSpan, at offset: Int = 0) throws(CryptoError) {
        let source = bytes
        try withUnsafeMutableBytes { (target) throws(CryptoError) in
            let place = offset..<offset + source.byteCount
            let part = UnsafeMutableRawBufferPointer(rebasing: target[place])
            source.withUnsafeBytes { part.copyMemory(from: $0) }
        }
    }

    /// Overwrites all with zeros; what was wiped is left as it is.
    package func zero() {
        _ = try? withUnsafeMutableBytes { (bytes) throws(CryptoError) in
            sodium_memzero(bytes.baseAddress, bytes.count)
        }
    }
}

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
