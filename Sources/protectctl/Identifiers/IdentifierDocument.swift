import DeviceIdentifiers
import FoundationEssentials

/// An identifier that was read, as text and as JSON.
struct IdentifierDocument: Encodable {
    private enum Key: String, CodingKey { case version, app, identifier, value, zeroReason }

    private let application: BundleIdentifier
    private let kind: IdentifierKind
    private let value: UUID
    private let zeroReason: ZeroReason?

    init(
        _ kind: IdentifierKind,
        _ value: UUID,
        of application: BundleIdentifier,
        zeroReason: ZeroReason? = nil
    ) {
        self.kind = kind
        self.value = value
        self.application = application
        self.zeroReason = zeroReason
    }

    func print(_ console: Console) throws {
        guard !console.json else { return try console.document(self) }
        try console.data(value.uuidString)
    }

    /// `zeroReason` only for the identifier that has one, or null there.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
        try container.encode(application, forKey: .app)
        try container.encode(kind.description, forKey: .identifier)
        try container.encode(value, forKey: .value)
        if kind == .advertising { try container.encode(zeroReason?.rawValue, forKey: .zeroReason) }
    }
}
