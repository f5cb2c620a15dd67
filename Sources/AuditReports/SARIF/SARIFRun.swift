/// A run of the audit (SARIF 2.1.0, section 3.14).
struct SARIFRun: Encodable {
    /// Stands for the audited root.
    static let root = "%SRCROOT%"

    struct Tool: Encodable {
        let driver: Driver
    }

    struct Driver: Encodable {
        let name = "protectctl"
        let semanticVersion: String
        let rules: [SARIFRule]
    }

    struct Base: Encodable {
        let description: SARIFMessage
    }

    struct Invocation: Encodable {
        let executionSuccessful = true
        /// Findings in policies outside of the root; `nil` without any.
        let toolConfigurationNotifications: [Notification]?
        let toolExecutionNotifications: [Notification]
    }

    struct Notification: Encodable {
        let level: String
        let message: SARIFMessage
        let locations: [SARIFLocation]?
    }

    struct Properties: Encodable {
        let policies: [String]
    }

    let tool: Tool
    let originalUriBaseIds = [root: Base(description: SARIFMessage("The audited root."))]
    let columnKind = "unicodeCodePoints"
    let invocations: [Invocation]
    let results: [SARIFResult]
    let properties: Properties
}

/// The whole of a SARIF file (SARIF 2.1.0, section 3.13).
struct SARIFLog: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [SARIFRun]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }
}

/// A message (SARIF 2.1.0, section 3.11) or the like.
struct SARIFMessage: Encodable {
    let text: String
    let markdown: String?

    init(_ text: String, markdown: String? = nil) {
        self.text = text
        self.markdown = markdown
    }
}
