import SodiumCrypto
import Testing

/// One conversation: everything in hexadecimal.
struct NoiseVector: TestVector, CustomTestStringConvertible {
    struct Message: Decodable {
        let payload: String
        let sealed: String
    }

    let name: String
    let prologue: String
    let psk: String
    let initiatorStatic: String
    let responderStatic: String
    let initiatorEphemeral: String
    let responderEphemeral: String
    let handshakeHash: String
    /// Of the handshake, then of the transport, in turns.
    let messages: [Message]
    /// Before which message both directions get new keys; nil for never.
    let rekeyAfter: Int?

    var testDescription: String { name }

    var pattern: NoisePattern {
        let patterns: [NoisePattern] = [
            .nn, .kk, .ik, .xx, .nn.presharingKey(at: 0), .kk.presharingKey(at: 0),
            .ik.presharingKey(at: 2), .xx.presharingKey(at: 0), .xx.presharingKey(at: 3),
        ]
        guard let pattern = patterns.first(where: { $0.name == name }) else {
            preconditionFailure("no pattern is called \(name)")
        }
        return pattern
    }

    var handshakeCount: Int { name.hasPrefix("XX") ? 3 : 2 }

    /// Keys that the pattern has known before: of both in KK, of the responder in IK.
    private func known(_ side: NoiseRole) throws -> [UInt8]? {
        let key = side == .initiator ? initiatorStatic : responderStatic
        guard name.hasPrefix("KK") || name.hasPrefix("IK") && side == .responder else {
            return nil
        }
        return try X25519.publicKey(of: SecureBytes(bytes(key)))
    }

    func handshake(
        _ role: NoiseRole,
        prologue: [UInt8]? = nil,
        psk: [UInt8]? = nil,
        remote: [UInt8]? = nil,
        arena: SecureArena = testArena
    ) throws -> NoiseHandshake {
        let isInitiator = role == .initiator
        let own = isInitiator ? initiatorStatic : responderStatic
        let psk = psk ?? bytes(self.psk)
        let known = try known(isInitiator ? .responder : .initiator)
        return try NoiseHandshake(
            pattern,
            role,
            prologue: prologue ?? bytes(self.prologue),
            staticKey: own.isEmpty ? nil : SecureBytes(bytes(own), arena: arena),
            remotePublicKey: remote ?? known,
            presharedKey: psk.isEmpty ? nil : SecureBytes(psk, arena: arena),
            random: KnownBytes(known: bytes(isInitiator ? initiatorEphemeral : responderEphemeral)),
            group: .first,
            arena: arena
        )
    }
}

/// Chance that is known before.
private struct KnownBytes: RandomSource {
    let known: [UInt8]

    func fill(_ bytes: inout MutableRawSpan) { bytes.storeBytes(known) }
}

extension NoiseHandshake {
    fileprivate mutating func write(_ payload: [UInt8]) throws(CryptoError) -> [UInt8] {
        try write(payload.span.bytes)
    }

    fileprivate mutating func payload(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let payload = try read(message)
        return payload.withBytes(0..<payload.count) { $0.array }
    }
}

extension NoiseCipher {
    fileprivate mutating func seal(_ plaintext: [UInt8]) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0xEE, count: plaintext.count + NoiseCipher.tagByteCount)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try seal(plaintext.span.bytes, into: &raw)
        return output
    }

    fileprivate mutating func open(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
        let count = max(0, sealed.count - NoiseCipher.tagByteCount)
        var output = [UInt8](repeating: 0xEE, count: count)
        var span = output.mutableSpan
        var raw = span.mutableBytes
        try open(sealed.span.bytes, into: &raw)
        return output
    }
}

@Suite("Noise: rev. 34 with X25519, ChaCha20-Poly1305 and SHA-512")
struct NoiseTests {
    private static let published = NoiseVector.table("Noise/cacophony")
    private static let vectors = published + NoiseVector.table("Noise/foreign")

    private struct Transports: ~Copyable {
        var initiator: NoiseTransport
        var responder: NoiseTransport
    }

    /// Both sides after a handshake that went as published.
    private static func transports(
        _ vector: NoiseVector
    ) throws -> Transports {
        var initiator = try vector.handshake(.initiator)
        var responder = try vector.handshake(.responder)
        for (number, message) in vector.messages.prefix(vector.handshakeCount).enumerated() {
            let payload = bytes(message.payload)
            if number % 2 == 0 {
                #expect(try initiator.write(payload) == bytes(message.sealed), "message \(number)")
                #expect(try responder.payload(bytes(message.sealed)) == payload)
            } else {
                #expect(try responder.write(payload) == bytes(message.sealed), "message \(number)")
                #expect(try initiator.payload(bytes(message.sealed)) == payload)
            }
        }
        let isComplete = initiator.isComplete
        #expect(isComplete)
        return Transports(initiator: try initiator.finish(), responder: try responder.finish())
    }

    @Test("H-1: every published message and hash is ours, on both sides", arguments: vectors)
    func conversations(_ vector: NoiseVector) throws {
        var both = try Self.transports(vector)
        #expect(both.initiator.handshakeHash == bytes(vector.handshakeHash))
        #expect(both.responder.handshakeHash == bytes(vector.handshakeHash))
        for (number, message) in vector.messages.enumerated().dropFirst(vector.handshakeCount) {
            if number == vector.rekeyAfter {
                try both.initiator.sending.rekey()
                try both.initiator.receiving.rekey()
                try both.responder.sending.rekey()
                try both.responder.receiving.rekey()
            }
            let (payload, sealed) = (bytes(message.payload), bytes(message.sealed))
            if number % 2 == 0 {
                #expect(try both.initiator.sending.seal(payload) == sealed, "message \(number)")
                #expect(try both.responder.receiving.open(sealed) == payload, "message \(number)")
            } else {
                #expect(try both.responder.sending.seal(payload) == sealed, "message \(number)")
                #expect(try both.initiator.receiving.open(sealed) == payload, "message \(number)")
            }
        }
    }

    @Test("each side learns the other's static key", arguments: published)
    func remoteKeys(_ vector: NoiseVector) throws {
        let both = try Self.transports(vector)
        for (learned, key) in [
            (both.initiator.remotePublicKey, vector.responderStatic),
            (both.responder.remotePublicKey, vector.initiatorStatic),
        ] {
            let expected = key.isEmpty ? nil : try X25519.publicKey(of: SecureBytes(bytes(key)))
            #expect(learned == expected)
        }
    }

    /// Reads the messages up to number `last` with both sides, the last of them as `change` makes it.
    ///
    /// - Returns: whether the last one was taken.
    private static func isTaken(
        _ vector: NoiseVector,
        _ last: Int,
        _ change: ([UInt8]) -> [UInt8]
    ) throws -> Bool {
        var reader = try vector.handshake(last % 2 == 0 ? .responder : .initiator)
        for (number, message) in vector.messages.prefix(last).enumerated() {
            if number % 2 == last % 2 {
                _ = try reader.payload(bytes(message.sealed))
            } else {
                _ = try reader.write(bytes(message.payload))
            }
        }
        let sealed = bytes(vector.messages[last].sealed)
        do throws(CryptoError) { _ = try reader.read(change(sealed)) } catch {
            #expect(error == CryptoError(.authenticationFailure))
            // It is dead, and even the right message comes too late.
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try reader.read(sealed) }
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try reader.write([]) }
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try reader.finish() }
            return false
        }
        return true
    }

    /// Whether each bit of a message is vouched for when it is read, and not only later.
    private static func isSealed(_ vector: NoiseVector, _ number: Int) -> Bool {
        number > 0 || !["NN", "XX", "XXpsk3"].contains(vector.name)
    }

    @Test(
        "any flipped bit of the last message is refused, and the handshake dead",
        arguments: published
    )
    func flippedBits(_ vector: NoiseVector) throws {
        let last = vector.handshakeCount - 1
        for bit in 0..<vector.messages[last].sealed.count * 4 {
            let isTaken = try Self.isTaken(vector, last) { sealed in
                var forged = sealed
                forged[bit / 8] ^= 1 << (bit % 8)
                return forged
            }
            // The highest bit of a public key does not count (RFC 7748), but it is hashed.
            #expect(!isTaken, "bit \(bit)")
        }
    }

    @Test(
        "messages of every other length are refused, each by the same words",
        arguments: published
    )
    func lengths(_ vector: NoiseVector) throws {
        for number in 0..<vector.handshakeCount {
            let count = vector.messages[number].sealed.count / 2
            for length in 0..<count where Self.isSealed(vector, number) || length < 32 {
                #expect(try !Self.isTaken(vector, number) { Array($0.prefix(length)) })
            }
            #expect(try !Self.isTaken(vector, number) { _ in counting(65_536) })
        }
    }

    @Test("another prologue, key or pre-shared key is refused", arguments: published)
    func strangers(_ vector: NoiseVector) throws {
        let anybody = try X25519.publicKey(of: SecureBytes(counting(32)))
        var changes: [(String, () throws -> NoiseHandshake)] = [
            ("prologue", { try vector.handshake(.responder, prologue: []) })
        ]
        if vector.name.hasPrefix("KK") {
            changes.append(("key", { try vector.handshake(.responder, remote: anybody) }))
        }
        if !vector.psk.isEmpty {
            changes.append(("psk", { try vector.handshake(.responder, psk: counting(32)) }))
        }
        for (what, begin) in changes {
            var initiator = try vector.handshake(.initiator)
            var responder = try begin()
            #expect(throws: CryptoError(.authenticationFailure), "\(what)") {
                for number in 0..<vector.handshakeCount {
                    if number % 2 == 0 {
                        _ = try responder.payload(try initiator.write([]))
                    } else {
                        _ = try initiator.payload(try responder.write([]))
                    }
                }
            }
        }
    }

    @Test(
        "a point of low order ends the handshake by the same words",
        arguments: AgreementVector.table("X25519/lowOrder")
    )
    func lowOrder(_ vector: AgreementVector) throws {
        let point = bytes(vector.publicKey)
        for conversation in Self.published where conversation.handshakeCount == 2 {
            var initiator = try conversation.handshake(.initiator)
            _ = try initiator.write([])
            let answer = point + [UInt8](repeating: 0, count: 16)
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try initiator.read(answer) }
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try initiator.finish() }
        }
        var writer = try Self.published[1].handshake(.initiator, remote: point)
        #expect(throws: CryptoError(.authenticationFailure)) { _ = try writer.write([]) }
    }

    @Test("who speaks out of turn ends the handshake", arguments: published)
    func turns(_ vector: NoiseVector) throws {
        var early = try vector.handshake(.initiator)
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try early.read(bytes(vector.messages[0].sealed))
        }
        #expect(throws: CryptoError(.authenticationFailure)) { _ = try early.write([]) }
        var responder = try vector.handshake(.responder)
        #expect(throws: CryptoError(.invalidInput)) { _ = try responder.write([]) }
        var unfinished = try vector.handshake(.initiator)
        _ = try unfinished.write([])
        #expect(throws: CryptoError(.authenticationFailure)) { _ = try unfinished.finish() }
    }

    @Test("a payload that makes the message too long is refused", arguments: published)
    func longPayloads(_ vector: NoiseVector) throws {
        let overhead = (vector.messages[0].sealed.count - vector.messages[0].payload.count) / 2
        var fitting = try vector.handshake(.initiator)
        #expect(try fitting.write(counting(65_535 - overhead)).count == 65_535)
        var long = try vector.handshake(.initiator)
        #expect(throws: CryptoError(.invalidInput)) {
            _ = try long.write(counting(65_536 - overhead))
        }
    }

    @Test("each key is there when the pattern has it, and only then")
    func missingKeys() throws {
        func key(_ count: Int?) throws -> SecureBytes? {
            guard let count else { return nil }
            return try SecureBytes(counting(count))
        }
        func begin(_ pattern: NoisePattern, own: Int?, remote: Int?, psk: Int?) throws {
            _ = try NoiseHandshake(
                pattern,
                .initiator,
                prologue: [],
                staticKey: key(own),
                remotePublicKey: remote.map(counting),
                presharedKey: key(psk),
                random: SeededRandomSource(seed: 1),
                group: .first,
                arena: testArena
            )
        }
        let wrong: [(NoisePattern, Int?, Int?, Int?)] = [
            (.nn, 32, nil, nil), (.nn, nil, 32, nil), (.nn, nil, nil, 32), (.kk, nil, 32, nil),
            (.kk, 32, nil, nil), (.kk, 31, 32, nil), (.kk, 32, 33, nil), (.xx, nil, nil, nil),
            (.xx, 32, 32, nil), (.xx.presharingKey(at: 3), 32, nil, nil),
            (.xx.presharingKey(at: 3), 32, nil, 31), (.ik, 32, nil, nil),
        ]
        for (pattern, own, remote, psk) in wrong {
            #expect(throws: CryptoError(.invalidInput)) {
                try begin(pattern, own: own, remote: remote, psk: psk)
            }
        }
        try begin(.xx.presharingKey(at: 3), own: 32, remote: nil, psk: 32)
    }

    // MARK: Ciphers

    @Test("transport messages open in their order, whole and unchanged alone")
    func order() throws {
        var both = try Self.transports(Self.published[1])
        let first = try both.initiator.sending.seal(counting(5))
        let second = try both.initiator.sending.seal(counting(6))
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try both.responder.receiving.open(second)
        }
        // Not back to its sender.
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try both.initiator.receiving.open(first)
        }
        for bit in 0..<first.count * 8 {
            var forged = first
            forged[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError(.authenticationFailure)) {
                _ = try both.responder.receiving.open(forged)
            }
        }
        for forged in [Array(first.dropLast()), first + [0], [], counting(65_536)] {
            #expect(throws: CryptoError(.authenticationFailure)) {
                _ = try both.responder.receiving.open(forged)
            }
        }
        #expect(try both.responder.receiving.open(first) == counting(5))
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try both.responder.receiving.open(first)
        }
        #expect(try both.responder.receiving.open(second) == counting(6))
    }

    @Test("the highest number seals and opens nothing (section 5.1)")
    func numbers() throws {
        var last = try NoiseCipher(SecureBytes(counting(32)), nextNumber: .max - 1)
        var reader = try NoiseCipher(SecureBytes(counting(32)), nextNumber: .max - 1)
        let sealed = try last.seal([1])
        #expect(try reader.open(sealed) == [1])
        let number = last.nextNumber
        #expect(number == .max)
        #expect(throws: CryptoError(.invalidInput)) { _ = try last.seal([1]) }
        #expect(throws: CryptoError(.invalidInput)) { _ = try reader.open(sealed) }
        // New keys give no new numbers (section 4.2).
        try last.rekey()
        #expect(throws: CryptoError(.invalidInput)) { _ = try last.seal([1]) }
    }

    @Test("after a rekeying of one side alone nothing opens")
    func loneRekey() throws {
        var both = try Self.transports(Self.published[1])
        try both.initiator.sending.rekey()
        let sealed = try both.initiator.sending.seal([7])
        #expect(throws: CryptoError(.authenticationFailure)) {
            _ = try both.responder.receiving.open(sealed)
        }
        try both.responder.receiving.rekey()
        #expect(try both.responder.receiving.open(sealed) == [7])
    }

    @Test("a message has at most 65,535 bytes, and a key 32")
    func limits() throws {
        var cipher = try NoiseCipher(SecureBytes(counting(32)))
        #expect(try cipher.seal(counting(65_519)).count == 65_535)
        #expect(throws: CryptoError(.invalidInput)) { _ = try cipher.seal(counting(65_520)) }
        let number = cipher.nextNumber
        #expect(number == 1)
        for count in [16, 31, 33] {
            #expect(throws: CryptoError(.invalidInput)) {
                _ = try NoiseCipher(SecureBytes(counting(count)))
            }
        }
    }

    @Test("wiped keys are not damage: handshake and transport say so")
    func wiped() throws {
        let arena = SecureArena()
        let vector = Self.published[1]
        var initiator = try vector.handshake(.initiator, arena: arena)
        var responder = try vector.handshake(.responder, arena: arena)
        let first = try initiator.write([])
        _ = try responder.payload(first)
        _ = try initiator.payload(try responder.write([]))
        var transport = try initiator.finish()
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { _ = try transport.sending.seal([1]) }
        #expect(throws: CryptoError(.secretWiped)) { try transport.sending.rekey() }
        #expect(throws: CryptoError(.secretWiped)) { _ = try responder.finish() }
        var late = try vector.handshake(.responder, arena: arena)
        arena.wipe(.first)
        #expect(throws: CryptoError(.secretWiped)) { _ = try late.read(first) }
    }
}
