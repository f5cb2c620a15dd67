import KeyManagement
import SodiumCrypto
import TrustedDevices

/// A device in as far as it makes statements: with keys that are known, and without any storage.
final class Voice {
    private static let arena = SecureArena()

    private let identity: SecretBox
    private let keys: ([UInt8], [UInt8])
    let name: String
    let circle: CircleID
    private(set) var said: [Statement] = []

    private init(_ seed: UInt64, _ name: String, _ circle: CircleID?) throws {
        let random = SeededRandomSource(seed: seed)
        func secret() throws -> SecretBox {
            SecretBox(
                try SecureBytes(count: 32, group: .transit, arena: Self.arena) { random.fill(&$0) }
            )
        }
        identity = try secret()
        keys = (
            try X25519.publicKey(of: try secret().secret),
            try X25519.publicKey(of: try secret().secret)
        )
        self.name = name
        let signer = try Ed25519.SigningKey(seed: identity.secret)
        self.circle =
            circle ?? CircleID(salt: Self.salt, founder: signer.publicKey)
    }

    private static let salt = [UInt8](repeating: 7, count: Statement.saltByteCount)

    /// One that founds a circle.
    static func founder(_ seed: UInt64 = 1, _ name: String = "A") throws -> Voice {
        let voice = try Voice(seed, name, nil)
        try voice.say(.found(salt: salt, try voice.record()))
        return voice
    }

    /// One that a circle may add.
    static func other(_ seed: UInt64, _ name: String, _ circle: CircleID) throws -> Voice {
        try Voice(seed, name, circle)
    }

    var id: TrustedDevice.ID {
        get throws { try record().id }
    }

    func record(named name: String? = nil, in circle: CircleID? = nil) throws -> DeviceRecord {
        try DeviceRecord(
            try Ed25519.SigningKey(seed: identity.secret),
            sessionKey: keys.0,
            unlockedKey: keys.1,
            name: name ?? self.name,
            circle: circle ?? self.circle
        )
    }

    /// Signs a statement without keeping it.
    func statement(
        _ content: Statement.Content,
        after last: Statement.Link? = nil,
        in circle: CircleID? = nil
    ) throws -> Statement {
        try Statement(
            content,
            in: circle ?? self.circle,
            after: last ?? said.last?.link ?? .none,
            by: try Ed25519.SigningKey(seed: identity.secret)
        )
    }

    @discardableResult
    func say(_ content: Statement.Content) throws -> Statement {
        let statement = try statement(content)
        said.append(statement)
        return statement
    }

    func add(_ other: Voice) throws { try say(.add(try other.record())) }

    func remove(_ other: Voice, afterNumber number: Int? = nil) throws {
        let last = other.said.prefix(number ?? other.said.count).last?.link
        try say(.remove(try other.id, last: last ?? .none))
    }
}

extension Membership {
    var names: [String] { devices.map(\.name) }

    func faults(of voice: Voice) throws -> [Fault] {
        let id = try voice.id
        return findings.filter { $0.signer == id }.map(\.fault)
    }

    init(_ voices: Voice...) {
        self.init(of: voices[0].circle, voices.flatMap { $0.said.map(\.bytes) })
    }
}
