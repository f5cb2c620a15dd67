/// One handshake of the Noise Protocol Framework (revision 34), whose messages the caller carries.
///
/// ```swift
/// var handshake = try NoiseHandshake(.kk, .initiator, prologue: …, …)
/// let first = try handshake.write(payload)
/// let answer = try handshake.read(second)
/// let transport = try handshake.finish()
/// ```
///
/// Whatever is wrong with a message is one error, and ends the handshake: its secrets are wiped, and it
/// answers nothing but that error.
package struct NoiseHandshake: ~Copyable {
    private var state: State?

    /// Begins a handshake whose secrets are in `group`.
    ///
    /// - Parameters:
    ///   - pattern: which messages there are.
    ///   - role: which of them are ours.
    ///   - prologue: what both sides know already, and must be the same.
    ///   - staticKey: our private key, where the pattern has one.
    ///   - remotePublicKey: the other side's, where the pattern has it known before.
    ///   - presharedKey: 32 bytes, where the pattern has one.
    ///   - random: where the ephemeral key comes from.
    ///   - group: the group of the handshake's secrets.
    ///   - arena: where they lie.
    /// - Throws: `CryptoError.invalidInput` when a key is missing, is too much, or has another length;
    ///   `secretWiped`, `outOfMemory`.
    package init(
        _ pattern: NoisePattern,
        _ role: NoiseRole,
        prologue: [UInt8],
        staticKey: consuming SecureBytes? = nil,
        remotePublicKey: [UInt8]? = nil,
        presharedKey: consuming SecureBytes? = nil,
        random: any RandomSource,
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) {
        state = try State(
            pattern,
            role,
            prologue,
            Keys(staticKey, remotePublicKey, presharedKey),
            random,
            group,
            arena
        )
    }

    /// Whether every message was sent and received.
    package var isComplete: Bool {
        switch state {
        case .some(let state): state.isComplete
        case .none: false
        }
    }

    /// The next message, which is ours.
    ///
    /// - Throws: `CryptoError.authenticationFailure` for a key of low order, and once the handshake is dead;
    ///   `invalidInput` when it is not our turn, or the payload is too long; `secretWiped`, `outOfMemory`.
    package mutating func write(_ payload: RawSpan) throws(CryptoError) -> [UInt8] {
        do throws(CryptoError) {
            guard let message = try state?.write(payload) else {
                throw CryptoError(.authenticationFailure)
            }
            return message
        } catch { throw end(error) }
    }

    /// Takes the next message, which is the other side's, and gives its payload.
    ///
    /// - Throws: `CryptoError.authenticationFailure`, whatever is wrong with it, and once the handshake is dead;
    ///   `invalidInput` when it is not the other's turn; `secretWiped`, `outOfMemory`.
    package mutating func read(_ message: [UInt8]) throws(CryptoError) -> WipedBuffer {
        do throws(CryptoError) {
            guard let payload = try state?.read(message) else {
                throw CryptoError(.authenticationFailure)
            }
            return payload
        } catch { throw end(error) }
    }

    /// The keys for what follows, once the handshake is complete, and once only.
    ///
    /// - Throws: `CryptoError.authenticationFailure` before that, or once the handshake is dead; `secretWiped`,
    ///   `outOfMemory`.
    package mutating func finish() throws(CryptoError) -> NoiseTransport {
        let isComplete = isComplete
        guard let state = state.take(), isComplete else {
            throw CryptoError(.authenticationFailure)
        }
        return try state.finish()
    }

    private mutating func end(_ error: CryptoError) -> CryptoError {
        state = nil
        return error
    }
}

extension NoiseHandshake {
    /// What a side has before the handshake.
    fileprivate struct Keys: ~Copyable {
        let own: SecureBytes?
        var remote: [UInt8]?
        let preshared: SecureBytes?

        init(
            _ own: consuming SecureBytes?,
            _ remote: [UInt8]?,
            _ preshared: consuming SecureBytes?
        ) {
            self.own = own
            self.remote = remote
            self.preshared = preshared
        }

        func check(_ pattern: NoisePattern, _ role: NoiseRole) throws(CryptoError) {
            let isRight =
                Self.isThere(own, count: X25519.byteCount) == pattern.hasStaticKey(role)
                && (remote?.count == X25519.byteCount) == pattern.knows(role.other)
                && Self.isThere(preshared, count: 32) == pattern.hasPresharedKey
            guard isRight else { throw CryptoError(.invalidInput) }
        }

        private static func isThere(_ key: borrowing SecureBytes?, count: Int) -> Bool {
            switch key {
            case .some(let key): key.count == count
            case .none: false
            }
        }
    }

    /// The framework's `HandshakeState` (section 5.3).
    fileprivate struct State: ~Copyable {
        private let pattern: NoisePattern
        private let role: NoiseRole
        private let random: any RandomSource
        private let group: SecretGroup
        private let arena: SecureArena
        private var symmetric: NoiseSymmetricState
        private var keys: Keys
        private var ephemeral: SecureBytes?
        private var remoteEphemeral: [UInt8]?
        private var next = 0

        init(
            _ pattern: NoisePattern,
            _ role: NoiseRole,
            _ prologue: [UInt8],
            _ keys: consuming Keys,
            _ random: any RandomSource,
            _ group: SecretGroup,
            _ arena: SecureArena
        ) throws(CryptoError) {
            try keys.check(pattern, role)
            var symmetric = try NoiseSymmetricState(
                pattern.protocolName,
                group: group,
                arena: arena
            )
            symmetric.mixHash(prologue.span.bytes)
            for side in [NoiseRole.initiator, .responder] where pattern.knows(side) {
                let key = side == role ? try Self.publicKey(of: keys.own) : keys.remote ?? []
                symmetric.mixHash(key.span.bytes)
            }
            self.pattern = pattern
            self.role = role
            self.random = random
            self.group = group
            self.arena = arena
            self.symmetric = symmetric
            self.keys = keys
        }

        var isComplete: Bool { next == pattern.messages.count }

        /// The words of the next message, if it is that side's.
        private mutating func turn(of side: NoiseRole) throws(CryptoError) -> [NoisePattern.Token] {
            guard !isComplete, pattern.sender(of: next) == side else {
                throw CryptoError(.invalidInput)
            }
            defer { next += 1 }
            return pattern.messages[next]
        }

        mutating func write(_ payload: RawSpan) throws(CryptoError) -> [UInt8] {
            var message: [UInt8] = []
            for token in try turn(of: role) {
                switch token {
                case .e: message += try sendEphemeral()
                case .s:
                    let key = try Self.publicKey(of: keys.own)
                    message += try symmetric.seal(key.span.bytes)
                default: try mix(token)
                }
            }
            let count = message.count + payload.byteCount + symmetric.tagByteCount
            guard count <= NoiseCipher.messageByteLimit else { throw CryptoError(.invalidInput) }
            return try message + symmetric.seal(payload)
        }

        mutating func read(_ message: [UInt8]) throws(CryptoError) -> WipedBuffer {
            let tokens = try turn(of: role.other)
            guard message.count <= NoiseCipher.messageByteLimit else {
                throw CryptoError(.authenticationFailure)
            }
            var rest = message[...]
            for token in tokens {
                switch token {
                case .e:
                    let key = try Self.take(X25519.byteCount, from: &rest)
                    remoteEphemeral = key
                    symmetric.mixHash(key.span.bytes)
                    if pattern.hasPresharedKey { try symmetric.mixKey(public: key) }
                case .s: keys.remote = try receiveStatic(&rest)
                default: try mix(token)
                }
            }
            let tag = symmetric.tagByteCount
            let sealed = try Self.take(max(rest.count, tag), from: &rest)
            var payload = WipedBuffer(count: sealed.count - tag)
            try payload.withMutableBytes(0..<payload.count) { (output) throws(CryptoError) in
                try symmetric.open(sealed.span.bytes, into: &output)
            }
            return payload
        }

        private mutating func sendEphemeral() throws(CryptoError) -> [UInt8] {
            let secret = try X25519.privateKey(random: random, group: group, arena: arena)
            let key = try X25519.publicKey(of: secret)
            ephemeral = consume secret
            symmetric.mixHash(key.span.bytes)
            if pattern.hasPresharedKey { try symmetric.mixKey(public: key) }
            return key
        }

        private mutating func receiveStatic(
            _ rest: inout ArraySlice<UInt8>
        ) throws(CryptoError) -> [UInt8] {
            let count = X25519.byteCount + symmetric.tagByteCount
            let sealed = try Self.take(count, from: &rest)
            var key = [UInt8](repeating: 0, count: X25519.byteCount)
            var span = key.mutableSpan
            var output = span.mutableBytes
            try symmetric.open(sealed.span.bytes, into: &output)
            return key
        }

        /// Mixes an agreement in, or the pre-shared key.
        private mutating func mix(_ token: NoisePattern.Token) throws(CryptoError) {
            let isInitiator = role == .initiator
            switch token {
            case .e, .s: preconditionFailure("not a secret")
            case .ee: try symmetric.mixKey(try Self.agree(ephemeral, remoteEphemeral))
            case .ss: try symmetric.mixKey(try Self.agree(keys.own, keys.remote))
            case .es where isInitiator, .se where !isInitiator:
                try symmetric.mixKey(try Self.agree(ephemeral, keys.remote))
            case .es, .se: try symmetric.mixKey(try Self.agree(keys.own, remoteEphemeral))
            case .psk:
                switch keys.preshared {
                case .some(let key): try symmetric.mixKeyAndHash(key)
                case .none: throw CryptoError(.invalidInput)
                }
            }
        }

        consuming func finish() throws(CryptoError) -> NoiseTransport {
            let hash = symmetric.hash
            let remote = keys.remote
            let ciphers = try symmetric.split()
            switch role {
            case .initiator:
                return NoiseTransport(ciphers.initiator, ciphers.responder, hash, remote)
            case .responder:
                return NoiseTransport(ciphers.responder, ciphers.initiator, hash, remote)
            }
        }

        private static func take(
            _ count: Int,
            from rest: inout ArraySlice<UInt8>
        ) throws(CryptoError) -> [UInt8] {
            guard rest.count >= count else { throw CryptoError(.authenticationFailure) }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        private static func publicKey(
            of key: borrowing SecureBytes?
        ) throws(CryptoError) -> [UInt8] {
            switch key {
            case .some(let key): return try X25519.publicKey(of: key)
            case .none: throw CryptoError(.invalidInput)
            }
        }

        /// What two keys agree on; a point of low order is as wrong as a forged message (section 12).
        private static func agree(
            _ key: borrowing SecureBytes?,
            _ publicKey: [UInt8]?
        ) throws(CryptoError) -> SecureBytes {
            guard let publicKey else { throw CryptoError(.authenticationFailure) }
            switch key {
            case .some(let key):
                do throws(CryptoError) { return try X25519.sharedSecret(key, publicKey) } catch {
                    guard error.code == .invalidInput else { throw error }
                    throw CryptoError(.authenticationFailure)
                }
            case .none: throw CryptoError(.invalidInput)
            }
        }
    }
}
