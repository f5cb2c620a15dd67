import DeviceIdentifiers
import Documents
import FoundationEssentials
import ProtectionModel

/// What a program reads on its standard input, and what it answers on its standard output.
///
/// ```json
/// {"version": 1, "identifier": "…", "content": {"aps": {…}, …},
///  "attachments": [{"identifier": "…", "path": "/…"}]}
/// ```
///
/// `content` is as in a payload, with the app's own keys beside `aps`; `attachments` may be left out. So a program
/// that writes what it reads changes nothing. An answer is for the identifier that was asked for, and has texts:
/// a `loc-key` is refused.
struct ServiceDocument: Encodable {
    /// The most that is read of an answer, in bytes.
    static let byteLimit = 65_536
    private static let version = 1
    private static let keys: Set<String> = ["version", "identifier", "content", "attachments"]

    private let request: NotificationRequest

    private init(_ request: NotificationRequest) { self.request = request }

    /// - Throws: `invalid-argument` for what JSON lacks.
    static func json(_ request: NotificationRequest) throws(ProtectionError) -> [UInt8] {
        guard request.content.userInfo["aps"] == nil else {
            throw ProtectionError(.invalidArgument, "a payload has a meaning of its own for 'aps'")
        }
        do { return try Array(JSONEncoder.sorted.encode(ServiceDocument(request))) } catch {
            throw error as? ProtectionError
                ?? ProtectionError(.invalidArgument, "the request is not JSON: \(error)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: PayloadKey.self)
        try root.encode(Self.version, forKey: "version")
        try root.encode(request.identifier, forKey: "identifier")
        var content = root.nestedContainer(keyedBy: PayloadKey.self, forKey: "content")
        try PayloadWriter.encode(request.content, to: &content)
        guard !request.content.attachments.isEmpty else { return }
        let attachments = request.content.attachments.map {
            ["identifier": $0.identifier, "path": $0.path.description]
        }
        try root.encode(attachments, forKey: "attachments")
    }

    /// Reads an answer.
    ///
    /// - Throws: `malformed-payload` with line and column.
    static func answer(
        _ json: [UInt8],
        to request: NotificationRequest
    ) throws(ProtectionError) -> NotificationContent {
        do throws(DocumentFault) {
            let limits = DocumentLimits(
                byteCount: byteLimit,
                // One more than a payload, which it holds.
                depth: RemotePayload.depthLimit + 1
            )
            let root = try TextDocument.parse(json, limits: limits, isJSON: true)
            guard let entries = root.entries else { throw root.expected("an object") }
            for entry in entries where !keys.contains(entry.key) {
                throw DocumentFault(
                    "unknown key \(entry.key.quotedForMessage)",
                    at: entry.keyLocation
                )
            }
            try check(value("version", in: root), "version \(version)") {
                $0.string == nil && $0.word == "\(version)"
            }
            try check(value("identifier", in: root), "the identifier of the request") {
                $0.string == request.identifier
            }
            let reader = try PayloadReader(value("content", in: root), nil)
            var content = try reader.content()
            content.attachments = try attachments(root["attachments"])
            return content
        } catch {
            // Without what was found there, which may be what a sealed push says.
            let fault = error.message.prefix(
                upTo: error.message.firstRange(of: ", found")?.lowerBound ?? error.message.endIndex
            )
            throw ProtectionError(
                .malformedPayload,
                "the answer of the service extension: \(error.location): \(fault)"
            )
        }
    }

    private static func value(
        _ key: String,
        in node: DocumentNode
    ) throws(DocumentFault) -> DocumentNode {
        guard let value = node[key] else {
            throw DocumentFault("missing key '\(key)'", at: node.location)
        }
        return value
    }

    private static func check(
        _ node: DocumentNode,
        _ kind: String,
        _ isExpected: (DocumentNode) -> Bool
    ) throws(DocumentFault) {
        guard isExpected(node) else { throw node.expected(kind) }
    }

    private static func attachments(
        _ node: DocumentNode?
    ) throws(DocumentFault) -> [NotificationContent.Attachment] {
        var attachments: [NotificationContent.Attachment] = []
        for element in try node?.list() ?? [] {
            let identifier = try value("identifier", in: element)
            let path = try value("path", in: element)
            guard element.entries?.count == 2, let name = identifier.string,
                !attachments.contains(where: { $0.identifier == name })
            else { throw element.expected("an attachment with an identifier of its own") }
            guard let place = path.string.flatMap({ try? DevicePath($0) }) else {
                throw path.expected("a path")
            }
            attachments.append(NotificationContent.Attachment(name, place))
        }
        return attachments
    }
}
