import AuditPolicy
import AuditRules
import Documents
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto

/// What `notify check` says of one payload.
struct PayloadReport: Encodable {
    struct Finding: Encodable {
        enum Level: String, Encodable { case error, warning, note }

        let level: Level
        let rule: String
        let line: Int
        let column: Int
        let message: String

        init(_ level: Level, _ rule: String, _ place: DocumentPlace, _ message: String) {
            self.level = level
            self.rule = rule
            line = place.line
            column = place.column
            self.message = message
        }
    }

    /// All files.
    struct All: Encodable {
        let version = 1
        let payloads: [PayloadReport]
    }

    let path: String
    let bytes: Int
    let limit: Int
    /// Whether there is something to show.
    let alert: Bool
    let sealed: Bool
    let runsExtension: Bool
    let wakesApp: Bool
    let findings: [Finding]

    /// - Throws: `ProtectionError` with `malformed-payload`, `payload-too-large`.
    init(
        path: String,
        _ json: [UInt8],
        _ headers: RemotePayload.Headers,
        _ policy: Policy
    ) throws {
        let payload = try RemotePayload(reading: json, headers)
        let root = try TextDocument.parse(json, isJSON: true)
        self.path = path
        bytes = json.count
        limit = headers.pushType.byteLimit
        alert = payload.hasAlert
        sealed = payload.sealedText != nil
        runsExtension = payload.runsExtension
        wakesApp = payload.wakesApp
        var findings = Self.words(in: root, policy)
        findings += payload.unknownKeys.map { key in
            let place = root["aps"]?.entry(key)?.keyLocation ?? root.location
            return Finding(.note, "unknown-key", place, "'\(key)' is not a key of 'aps'")
        }
        findings += Self.extensionFindings(payload, root)
        self.findings = findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private static func words(in root: DocumentNode, _ policy: Policy) -> [Finding] {
        PayloadWord.all(in: root, policy.vocabulary).map { word in
            switch word.sensitivity {
            case .credential:
                Finding(.error, "secret-in-clear", word.place, "'\(word.key)' is sent in clear")
            case .personal:
                Finding(.warning, "personal-in-clear", word.place, "'\(word.key)' is sent in clear")
            }
        }
    }

    private static func extensionFindings(
        _ payload: RemotePayload,
        _ root: DocumentNode
    ) -> [Finding] {
        var findings: [Finding] = []
        let aps = root["aps"]
        if payload.isMutable, !payload.runsExtension {
            findings.append(
                Finding(
                    .warning,
                    "extension-does-not-run",
                    aps?.entry("mutable-content")?.keyLocation ?? root.location,
                    payload.hasAlert
                        ? "no service extension runs for a push of this type"
                        : "no service extension runs without an alert"
                )
            )
        }
        guard let text = payload.sealedText else { return findings }
        let place = root.entry(payload.sealedKey)?.keyLocation ?? root.location
        if (try? SealedPush(reading: text)) == nil {
            findings.append(
                Finding(.error, "not-sealed", place, "this is not a sealed push of this version")
            )
        }
        if !payload.runsExtension {
            findings.append(
                Finding(
                    .warning,
                    "nobody-opens",
                    place,
                    "on a phone nobody opens this: no service extension runs"
                )
            )
        }
        return findings
    }
}
