import AuditFacts

/// What a file of an audited tree is read as.
enum InputKind: Sendable, Hashable {
    case code(CodeLanguage)
    case document(PropertyDocument.Role)
    /// JSON that may be the payload of a push notification.
    case pushCandidate
    case interface
    /// A `.ckdb` of CloudKit.
    case recordSchema
    /// A `project.pbxproj`.
    case xcodeProject
    /// An `.xcconfig`.
    case buildSettings
    /// A `project.yml` of XcodeGen.
    case projectSpecification
    /// A `Package.swift`.
    case packageManifest

    /// What the file at `path` is read as; `nil` for what says nothing to an audit.
    init?(_ path: String) {
        if let role = DocumentReader.role(of: path) {
            self = .document(role)
            return
        }
        switch TreePath.suffix(of: path) {
        case "swift":
            self = TreePath.name(of: path) == "Package.swift" ? .packageManifest : .code(.swift)
        case "m", "mm", "h": self = .code(.objectiveC)
        case "storyboard", "xib": self = .interface
        case "ckdb": self = .recordSchema
        case "pbxproj": self = .xcodeProject
        case "xcconfig": self = .buildSettings
        case "json": self = .pushCandidate
        case "yml" where TreePath.name(of: path) == "project.yml": self = .projectSpecification
        default: return nil
        }
    }

    /// The greatest length in bytes that is read.
    var byteLimit: Int {
        switch self {
        case .code, .packageManifest, .buildSettings, .projectSpecification,
            .recordSchema:
            4 << 20
        case .document, .interface: 16 << 20
        case .xcodeProject: 64 << 20
        // A payload is at most 4 KiB long; this one may be generously commented.
        case .pushCandidate: 64 << 10
        }
    }
}

extension InputKind {
    /// Whether it is a source of the app, a test or a tool.
    var isCode: Bool {
        guard case .code = self else { return false }
        return true
    }
}
