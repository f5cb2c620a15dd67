import SodiumCrypto
import Testing

/// One conversation in a mode of RFC 9180: everything in hexadecimal.
struct HPKEVector: TestVector, CustomTestStringConvertible {
    struct Export: Decodable {
        let context: String
        let output: String
    }

    let mode: String
    let info: String
    let ikmE: String
    let ikmR: String
    let ikmS: String
    let privateE: String
    let privateR: String
    let privateS: String
    let publicR: String
    let publicS: String
    let psk: String
    let pskID: String
    let encapsulated: String
    let plaintext: String
    /// Message N has the associated data `Count-N`.
    let sealed: [String]
    let exports: [Export]

    var testDescription: String { "mode \(mode)" }
    var isAuthenticated: Bool { mode.hasPrefix("auth") }

    func presharedKey() throws -> HPKE.PresharedKey? {
        guard !psk.isEmpty else { return nil }
        return try HPKE.PresharedKey(SecureBytes(bytes(psk)), id: bytes(pskID))
    }
}

/// Chance that is known before.
private struct KnownBytes: RandomSource {
    let known: [UInt8]

    func fill(_ bytes: inout MutableRawSpan) { bytes.storeBytes(known) }
}

@Suite("HPKE: RFC 9180 with X25519, HKDF-SHA256 and ChaCha20-Poly1305")
struct HPKETests {
    private static let vectors = HPKEVector.table("HPKE/contexts")

    private static func sender(
        _ vector: HPKEVector,
        info: [UInt8]? = nil
    ) throws -> HPKE.Sender {
        let random = KnownBytes(known: bytes(vector.privateE))
        let info = info ?? bytes(vector.info)
        let psk = try vector.presharedKey()
        guard vector.isAuthenticated else {
            return try HPKE.Sender(
                to: bytes(vector.publicR),
                info: info,
                presharedKey: psk,
                random: random,
                group: .first,
                arena: testArena
            )
        }
        let own = try SecureBytes(bytes(vector.privateS))
        return try HPKE.Sender(
            to: bytes(vector.publicR),
            info: info,
            from: own,
            presharedKey: psk,
            random: random
        )
    }

    private static func recipient(
        _ vector: HPKEVector,
        encapsulated: [UInt8]? = nil,
        privateKey: [UInt8]? = nil,
        info: [UInt8]? = nil,
        from sender: [UInt8]? = nil
    ) throws -> HPKE.Recipient {
        try HPKE.Recipient(
            encapsulated ?? bytes(vector.encapsulated),
            privateKey: SecureBytes(privateKey ?? bytes(vector.privateR)),
            info: info ?? bytes(vector.info),
            from: sender ?? (vector.isAuthenticated ? bytes(vector.publicS) : nil),
            presharedKey: vector.presharedKey()
        )
    }

    private static func seal(
        _ plaintext: [UInt8],
        _ data: [UInt8],
        _ sender: inout HPKE.Sender
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0xEE, count: plaintext.count + HPKE.tagByteCount)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try sender.seal(plaintext.span.bytes, authenticating: data, into: &raw)
        return output
    }

    private static func open(
        _ sealed: [UInt8],
        _ data: [UInt8],
        _ recipient: inout HPKE.Recipient
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](
            repeating: 0xEE,
            count: max(0, sealed.count - HPKE.tagByteCount)
        )
        var span = output.mutableSpan
        var raw = span.mutableBytes
        do throws(CryptoError) {
            try recipient.open(sealed.span.bytes, authenticating: data, into: &raw)
        } catch {
            if error == CryptoError(.authenticationFailure) {
                #expect(output.allSatisfy { $0 == 0 })
            }
            throw error
        }
        return output
    }

    private static func data(_ number: Int) -> [UInt8] { Array("Count-\(number)".utf8) }

    @Test("N-47: every published message is sealed and opened, in its turn", arguments: vectors)
    func messages(_ vector: HPKEVector) throws {
        var sender = try Self.sender(vector)
        #expect(sender.encapsulatedKey == bytes(vector.encapsulated))
        var recipient = try Self.recipient(vector)
        #expect(vector.sealed.count == 257)
        let plaintext = bytes(vector.plaintext)
        for (number, sealed) in vector.sealed.enumerated() {
            let ours = try Self.seal(plaintext, Self.data(number), &sender)
            #expect(ours == bytes(sealed), "message \(number)")
            let opened = try Self.open(bytes(sealed), Self.data(number), &recipient)
            #expect(opened == plaintext, "message \(number)")
        }
    }

    @Test("every published secret is exported by both sides", arguments: vectors)
    func exports(_ vector: HPKEVector) throws {
        let sender = try Self.sender(vector)
        let recipient = try Self.recipient(vector)
        for export in vector.exports {
            let expected = bytes(export.output)
            let output = try SecureBytes.empty(expected.count)
            try sender.export(bytes(export.context), into: output)
            #expect(try output.contents() == expected)
            let other = try SecureBytes.empty(expected.count)
            try recipient.export(bytes(export.context), into: other)
            #expect(try other.contents() == expected)
        }
    }

    @Test("keys are derived as published", arguments: vectors)
    func keys(_ vector: HPKEVector) throws {
        let pairs = [
            (vector.ikmE, vector.privateE), (vector.ikmR, vector.privateR),
            (vector.ikmS, vector.privateS),
        ]
        for (material, key) in pairs where !material.isEmpty {
            let derived = try HPKE.privateKey(from: SecureBytes(bytes(material)))
            #expect(try derived.contents() == bytes(key))
        }
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try HPKE.privateKey(from: SecureBytes(counting(31)))
        }
    }

    @Test("any flipped bit of a message is refused, and the next one opens", arguments: vectors)
    func flippedBits(_ vector: HPKEVector) throws {
        var recipient = try Self.recipient(vector)
        let sealed = bytes(vector.sealed[0])
        for bit in 0..<sealed.count * 8 {
            var forged = sealed
            forged[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError(.authenticationFailure)) {
                _ = try Self.open(forged, Self.data(0), &recipient)
            }
        }
        for forged in [Array(sealed.dropLast()), sealed + [0], Array(sealed.prefix(15)), []] {
            #expect(throws: CryptoError(.authenticationFailure)) {
                _ = try Self.open(forged, Self.data(0), &recipient)
            }
        }
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try Self.open(sealed, Self.data(1), &recipient)
        }
        let opened = try Self.open(sealed, Self.data(0), &recipient)
        #expect(opened == bytes(vector.plaintext))
    }

    @Test("messages open in their order alone", arguments: vectors)
    func order(_ vector: HPKEVector) throws {
        var recipient = try Self.recipient(vector)
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try Self.open(bytes(vector.sealed[1]), Self.data(1), &recipient)
        }
        _ = try Self.open(bytes(vector.sealed[0]), Self.data(0), &recipient)
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try Self.open(bytes(vector.sealed[0]), Self.data(0), &recipient)
        }
    }

    @Test("another key, info, sender or pre-shared key opens nothing", arguments: vectors)
    func strangers(_ vector: HPKEVector) throws {
        var other = bytes(vector.privateR)
        other[5] ^= 1
        var encapsulated = bytes(vector.encapsulated)
        encapsulated[7] ^= 1
        let anybody = try X25519.publicKey(of: SecureBytes(counting(32)))
        let sealed = bytes(vector.sealed[0])
        for change in 0..<4 {
            var recipient =
                switch change {
                case 0: try Self.recipient(vector, encapsulated: encapsulated)
                case 1: try Self.recipient(vector, privateKey: other)
                case 2: try Self.recipient(vector, info: [])
                default: try Self.recipient(vector, from: anybody)
                }
            #expect(throws: CryptoError(.authenticationFailure)) {
                _ = try Self.open(sealed, Self.data(0), &recipient)
            }
        }
        // A mode of its own: with less, or more, than was sealed with.
        var withoutKey = try HPKE.Recipient(
            bytes(vector.encapsulated),
            privateKey: SecureBytes(bytes(vector.privateR)),
            info: bytes(vector.info),
            from: vector.isAuthenticated ? bytes(vector.publicS) : nil,
            presharedKey: vector.psk.isEmpty
                ? HPKE.PresharedKey(SecureBytes(counting(32)), id: [1]) : nil
        )
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try Self.open(sealed, Self.data(0), &withoutKey)
        }
    }

    /// Points whose multiples are zero, or too few to be a secret (RFC 7748, section 6.1).
    private static let weakPoints = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        bytes("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
        bytes("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    ]

    @Test(
        "a key of low order, or of another length, is refused",
        arguments: weakPoints + [[], [9]]
    )
    func badKeys(point: [UInt8]) throws {
        let vector = Self.vectors[0]
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try Self.recipient(vector, encapsulated: point)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try Self.recipient(vector, from: point)
        }
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try HPKE.Sender(
                to: point,
                info: [],
                random: SeededRandomSource(seed: 1),
                group: .first,
                arena: testArena
            )
        }
    }

    @Test("a pre-shared key has 32 bytes and a name", arguments: [(31, 1), (32, 0)])
    func badPresharedKey(count: Int, idCount: Int) throws {
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try HPKE.PresharedKey(SecureBytes(counting(count)), id: counting(idCount))
        }
    }

    @Test("nothing is opened with a wiped key")
    func wiped() throws {
        let vector = Self.vectors[0]
        let arena = SecureArena()
        let key = try SecureBytes(bytes(vector.privateR), arena: arena)
        var recipient = try HPKE.Recipient(
            bytes(vector.encapsulated),
            privateKey: key,
            info: bytes(vector.info)
        )
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) {
            _ = try Self.open(bytes(vector.sealed[0]), Self.data(0), &recipient)
        }
        #expect(throws: CryptoError(.secretWiped)) {
            _ = try HPKE.Recipient(bytes(vector.encapsulated), privateKey: key, info: [])
        }
    }
}
