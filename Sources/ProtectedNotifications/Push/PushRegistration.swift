public import DeviceIdentifiers
import Documents
import FoundationEssentials
public import ProtectionModel
import SodiumCrypto

/// What an app's server is told, so that it can send pushes which only the app on this device can read.
public struct PushRegistration: Sendable, Hashable {
    /// A public key of the app on the device.
    public struct Key: Sendable, Hashable {
        /// In which lock states what is sealed to it can be opened: class C or class A.
        public let protection: ProtectionClass
        /// 32 bytes.
        public let publicKey: [UInt8]

        /// Names both.
        package init(protection: ProtectionClass, publicKey: [UInt8]) {
            self.protection = protection
            self.publicKey = publicKey
        }
    }

    /// Whose pushes they are.
    public let application: BundleIdentifier
    /// The team that signed the app; nil for none.
    public let team: String?
    /// What the push service knows the app on this device by.
    public let token: [UInt8]
    /// At most one of a class.
    public let keys: [Key]
    /// The public key of the only server whose pushes are opened; nil for anybody's.
    public let sender: [UInt8]?

    /// Names all of it.
    package init(
        _ application: BundleIdentifier,
        team: String?,
        token: [UInt8],
        keys: [Key],
        sender: [UInt8]? = nil
    ) {
        self.application = application
        self.team = team
        self.token = token
        self.keys = keys
        self.sender = sender
    }

    /// The public key of a class.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` when there is none.
    func key(of protection: ProtectionClass) throws(ProtectionError) -> [UInt8] {
        guard let key = keys.first(where: { $0.protection == protection }) else {
            throw ProtectionError(
                .invalidArgument,
                "the registration of '\(application)' has no key of class '\(protection.name)'"
            )
        }
        return key.publicKey
    }

    /// A registration as the app's server gets it.
    public var json: [UInt8] {
        get throws(ProtectionError) {
            let document = Document(
                version: Document.known,
                application: application.description,
                team: team,
                token: Base64URL.encode(token),
                keys: keys.map {
                    Document.Key(class: $0.protection.name, key: Base64URL.encode($0.publicKey))
                },
                sender: sender.map(Base64URL.encode)
            )
            do { return try Array(JSONEncoder.sorted.encode(document)) } catch {
                throw ProtectionError(.internalError, "\(error)")
            }
        }
    }

    /// Reads what ``json`` gave.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, and `unsupported-version` for one of a newer
    ///   program.
    public init(reading json: [UInt8]) throws(ProtectionError) {
        // What has a key twice means two things.
        guard let root = try? TextDocument.parse(json, limits: Self.limits, isJSON: true),
            let version = try? root["version"]?.integer()
        else { throw ProtectionError(registration: "it is not one") }
        guard version <= Document.known else {
            throw ProtectionError(
                .unsupportedVersion,
                "the registration has version \(version), and this program knows version "
                    + "\(Document.known)"
            )
        }
        guard version == Document.known,
            let document = try? JSONDecoder().decode(Document.self, from: Data(json))
        else { throw ProtectionError(registration: "it is not one of version \(Document.known)") }
        var keys: [Key] = []
        for key in document.keys {
            guard let protection = ProtectionClass(named: key.class),
                protection == .complete || protection == .completeUntilFirstUserAuthentication,
                !keys.contains(where: { $0.protection == protection })
            else { throw ProtectionError(registration: "a key's class is '\(key.class)'") }
            keys.append(Key(protection: protection, publicKey: try Self.publicKey(key.key)))
        }
        guard !keys.isEmpty else { throw ProtectionError(registration: "it has no key") }
        guard let token = Base64URL.decode(document.token), (1...256).contains(token.count) else {
            throw ProtectionError(registration: "its token is not one")
        }
        guard document.team.map(Self.isTeam) != false else {
            throw ProtectionError(registration: "its team is not one")
        }
        self.init(
            try BundleIdentifier(document.application),
            team: document.team,
            token: token,
            keys: keys,
            sender: try document.sender.map { (text) throws(ProtectionError) in
                try Self.publicKey(text)
            }
        )
    }

    /// Whether a text can be a team's name.
    static func isTeam(_ text: String) -> Bool { (1...255).contains(text.utf8.count) }

    private static let limits = DocumentLimits(byteCount: 64 << 10, depth: 4)

    private static func publicKey(_ text: String) throws(ProtectionError) -> [UInt8] {
        guard let key = Base64URL.decode(text), key.count == HPKE.publicKeyByteCount else {
            throw ProtectionError(registration: "a key is not 32 bytes in base64url")
        }
        return key
    }

    private struct Document: Codable {
        static let known = 1

        struct Key: Codable {
            let `class`: String
            let key: String
        }

        let version: Int
        let application: String
        let team: String?
        let token: String
        let keys: [Key]
        let sender: String?
    }
}

extension ProtectionError {
    fileprivate init(registration fault: String) {
        self.init(.invalidArgument, "the registration cannot be used: \(fault)")
    }
}
