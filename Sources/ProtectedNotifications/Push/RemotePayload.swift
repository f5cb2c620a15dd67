import Documents
public import ProtectionModel

/// A notification as a push service delivers it, checked.
///
/// (Apple, "Generating a remote notification" and "Sending notification requests to APNs".)
public struct RemotePayload: Sendable, Hashable {
    /// What the sender asked the service for beside the payload.
    public struct Headers: Sendable, Hashable {
        /// What is delivered (`apns-push-type`).
        public enum PushType: String, Sendable, Hashable, CaseIterable {
            case alert, background, voip

            /// The longest payload in bytes.
            public var byteLimit: Int { self == .voip ? 5_120 : 4_096 }
        }

        /// The longest collapse id in bytes.
        public static let collapseIDLimit = 64

        /// What is delivered.
        public let pushType: PushType
        /// A push with the collapse id of one that was delivered takes its place (`apns-collapse-id`).
        public let collapseID: String?
        /// Until when it is worth delivering (`apns-expiration`); nil for always.
        public let expiration: Timestamp?

        /// Checks and takes headers.
        ///
        /// - Throws: ``ProtectionError`` with `invalid-argument` for an empty collapse id, one of more
        ///   than 64 bytes, and one with too many accents on one letter.
        public init(
            _ pushType: PushType = .alert,
            collapseID: String? = nil,
            expiration: Timestamp? = nil
        ) throws(ProtectionError) {
            if let collapseID, !(1...Self.collapseIDLimit).contains(collapseID.utf8.count) {
                throw ProtectionError(
                    .invalidArgument,
                    "a collapse id has 1 to \(Self.collapseIDLimit) bytes, not \(collapseID.utf8.count)"
                )
            }
            if let collapseID { try NotificationIdentifier.check(collapseID, of: "a push") }
            self.pushType = pushType
            self.collapseID = collapseID
            self.expiration = expiration
        }
    }

    /// How deep a payload may be nested.
    static let depthLimit = 16

    /// What came with it.
    public let headers: Headers
    /// What is shown unless a service extension makes something else of it.
    public let content: NotificationContent
    /// Whether there is anything to show: an alert.
    public let hasAlert: Bool
    /// Whether a service extension may change the content (`mutable-content`).
    public let isMutable: Bool
    /// Whether the app is woken in the background (`content-available`).
    public let wakesApp: Bool
    /// The key that a sealed part stands under.
    public let sealedKey: String
    /// What is sealed, as it was sent; nil without.
    public let sealedText: String?
    /// Keys of `aps` that are not known, which is no error.
    public let unknownKeys: [String]

    /// Whether a service extension runs (N-34, N-35).
    public var runsExtension: Bool { isMutable && hasAlert && headers.pushType == .alert }

    /// Reads a payload of JSON; `sealedKey` is the key that a sealed part stands under, and `words` are the
    /// app's own for its `loc-key`s.
    ///
    /// - Throws: ``ProtectionError`` with `payload-too-large`; `malformed-payload`, with line and column, for
    ///   what is not an object with `aps`, a known key of another type, and more than 16 levels.
    public init(
        reading json: [UInt8],
        _ headers: Headers,
        sealedKey: String = SealedPush.standardKey,
        words: [String: String] = [:]
    ) throws(ProtectionError) {
        let limit = headers.pushType.byteLimit
        guard json.count <= limit else {
            throw ProtectionError(
                .payloadTooLarge,
                "the payload has \(json.count) bytes; \(limit) are the most"
            )
        }
        do throws(DocumentFault) {
            let limits = DocumentLimits(byteCount: limit, depth: Self.depthLimit)
            let root = try TextDocument.parse(json, limits: limits, isJSON: true)
            let reader = try PayloadReader(root, words)
            content = try reader.content(except: sealedKey)
            hasAlert = reader.hasAlert
            isMutable = try reader.flag("mutable-content")
            wakesApp = try reader.flag("content-available")
            sealedText = try root[sealedKey].map { (node) throws(DocumentFault) in
                guard let text = node.string else { throw node.expected("a text") }
                return text
            }
            unknownKeys = reader.unknownKeys
        } catch {
            throw ProtectionError(
                .malformedPayload,
                "\(error.location): \(error.message)",
                cause: error
            )
        }
        self.headers = headers
        self.sealedKey = sealedKey
    }
}
