/// What a chip sealed, and what is needed to ask it back.
///
/// Little-endian: `"PTSEALED"`, version 1 (2), PCR mask (4), NV index (4, 0 for none), the limit of
/// wrong PINs (4, 0 for none), then each with its length before it (2): the name of the parent key
/// (at most 68), the public area (at most 256), the private area (at most 512), as TPM 2.0 part 2
/// marshals them. Nothing is secret, and nothing is trusted: what was changed does not load.
package struct SealedObject: Sendable, Equatable {
    /// No encoding is longer.
    package static let byteLimit = 896
    private static let magic = Array("PTSEALED".utf8) + [1, 0]
    /// Where owners put their indices (TCG registry of reserved handles, 2.2); the first ones are
    /// used by programs that never look.
    package static let indices: ClosedRange<UInt32> = 0x0181_0000...0x01BF_FFFF

    /// The registers that must have their values of then.
    package var registers: PCRSelection
    /// The NV index that counts wrong PINs.
    package var index: UInt32
    /// How many of them shut it.
    package var limit: UInt32
    /// By which another chip, or a cleared one, is told from damage.
    package var parentName: [UInt8]
    package var publicArea: [UInt8]
    package var privateArea: [UInt8]

    /// What was sealed without a PIN.
    package init(
        parentName: [UInt8],
        publicArea: [UInt8],
        privateArea: [UInt8],
        registers: PCRSelection = .none,
        index: UInt32 = 0,
        limit: UInt32 = 0
    ) {
        self.parentName = parentName
        self.publicArea = publicArea
        self.privateArea = privateArea
        self.registers = registers
        self.index = index
        self.limit = limit
    }

    /// Reads an encoding; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard bytes.count <= Self.byteLimit, reader.bytes(Self.magic.count) == Self.magic,
            let registers = reader.integer(UInt32.self).flatMap(PCRSelection.init(mask:)),
            let index = reader.integer(UInt32.self), let limit = reader.integer(UInt32.self),
            (index == 0 && limit == 0) || (Self.indices.contains(index) && limit > 0),
            let parentName = reader.field(atMost: 68),
            let publicArea = reader.field(atMost: 256),
            let privateArea = reader.field(atMost: 512), reader.remaining == 0
        else { return nil }
        self.init(
            parentName: parentName,
            publicArea: publicArea,
            privateArea: privateArea,
            registers: registers,
            index: index,
            limit: limit
        )
    }

    /// The encoding.
    ///
    /// - Precondition: no area is longer than it may be.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.byteLimit)
        writer.append(Self.magic)
        writer.append(registers.mask)
        writer.append(index)
        writer.append(limit)
        for field in [parentName, publicArea, privateArea] { writer.append(field: field) }
        return writer.bytes
    }
}

extension ByteReader {
    /// Bytes with their length before them; nil when they are none or more than `limit`.
    mutating func field(atMost limit: Int) -> [UInt8]? {
        guard let count = integer(UInt16.self), count > 0, count <= limit else { return nil }
        return bytes(Int(count))
    }
}
