/// Who sends which keys when, and what they agree on: a handshake of the Noise Protocol Framework
/// (revision 34, sections 7 and 9), with X25519, ChaCha20-Poly1305 and SHA-512.
package struct NoisePattern: Sendable, Hashable {
    /// One word of a message.
    enum Token: Sendable {
        /// A public key: ephemeral, or static.
        case e, s
        /// An agreement: of the initiator's key, and the responder's.
        case ee, es, se, ss
        /// The secret that both sides have besides their keys.
        case psk
    }

    /// The name in a protocol's name, such as `XXpsk3`.
    package let name: String
    /// Both know each other's static keys before the first message, or the responder's alone is
    /// known.
    let knowsInitiator: Bool
    let knowsResponder: Bool
    /// The initiator's first; the sides take turns.
    let messages: [[Token]]

    private init(
        _ name: String,
        knowsInitiator: Bool = false,
        knowsResponder: Bool = false,
        _ messages: [[Token]]
    ) {
        self.name = name
        self.knowsInitiator = knowsInitiator
        self.knowsResponder = knowsResponder
        self.messages = messages
    }

    /// Neither side has a static key.
    package static let nn = NoisePattern("NN", [[.e], [.e, .ee]])
    /// Each side knows the other's static key before.
    package static let kk = NoisePattern(
        "KK",
        knowsInitiator: true,
        knowsResponder: true,
        [[.e, .es, .ss], [.e, .ee, .se]]
    )
    /// The initiator knows the responder's static key, and sends its own at once.
    package static let ik = NoisePattern(
        "IK",
        knowsResponder: true,
        [[.e, .es, .s, .ss], [.e, .ee, .se]]
    )
    /// Each side sends its static key.
    package static let xx = NoisePattern(
        "XX",
        [[.e], [.e, .ee, .s, .es], [.s, .se]]
    )

    /// The same with a pre-shared key at the end of a message, of which the first is 1; 0 stands for the
    /// beginning of the first (section 9.4).
    ///
    /// - Precondition: there is such a message.
    package func presharingKey(at place: Int) -> NoisePattern {
        precondition((0...messages.count).contains(place), "the pattern has fewer messages")
        var messages = messages
        if place == 0 { messages[0].insert(.psk, at: 0) } else { messages[place - 1].append(.psk) }
        return NoisePattern(
            "\(name)psk\(place)",
            knowsInitiator: knowsInitiator,
            knowsResponder: knowsResponder,
            messages
        )
    }

    /// What the handshake begins its hash with (section 8).
    package var protocolName: String { "Noise_\(name)_25519_ChaChaPoly_SHA512" }

    var hasPresharedKey: Bool { messages.contains { $0.contains(.psk) } }

    func knows(_ role: NoiseRole) -> Bool {
        role == .initiator ? knowsInitiator : knowsResponder
    }

    /// Whether a side has a static key.
    func hasStaticKey(_ role: NoiseRole) -> Bool {
        knows(role)
            || messages.indices.contains { sender(of: $0) == role && messages[$0].contains(.s) }
    }

    func sender(of message: Int) -> NoiseRole { message % 2 == 0 ? .initiator : .responder }
}

/// A side of a handshake.
package enum NoiseRole: Sendable {
    /// Sends the first message.
    case initiator
    /// Sends the second.
    case responder

    var other: NoiseRole { self == .initiator ? .responder : .initiator }
}
