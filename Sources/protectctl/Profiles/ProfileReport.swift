import ConfigurationProfiles

/// What `profile check` says of one file.
struct ProfileReport: Encodable {
    struct Finding: Encodable {
        let level: String
        let rule: String
        let keyPath: String
        let message: String
    }

    /// All files.
    struct All: Encodable {
        let version = 1
        let profiles: [ProfileReport]
    }

    let path: String
    /// One line about who made it.
    let signature: String
    let signer: String?
    let isTrusted: Bool
    let findings: [Finding]

    init(
        path: String,
        _ document: ProfileDocument,
        _ trust: ProfileTrust?,
        _ findings: [ProfileFinding]
    ) {
        self.path = path
        signature = ProfileInput.sentence(document.signature, trust)
        signer = if case .signed(let signer) = document.signature { signer.subject } else { nil }
        isTrusted = trust == .trusted
        self.findings = findings.map {
            Finding(
                level: $0.level.rawValue,
                rule: $0.rule.rawValue,
                keyPath: $0.keyPath,
                message: $0.sentence
            )
        }
    }

    private enum Key: String, CodingKey {
        case path, signature, signer
        case isTrusted = "trusted"
        case findings
    }

    /// With null for no signer.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .path)
        try container.encode(signature, forKey: .signature)
        try container.encode(signer, forKey: .signer)
        try container.encode(isTrusted, forKey: .isTrusted)
        try container.encode(findings, forKey: .findings)
    }
}
