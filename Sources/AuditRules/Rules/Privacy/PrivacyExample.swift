/// Small projects for the rules about privacy manifests and purposes.
enum PrivacyExample {
    /// One app made of `source` with a manifest of the categories and reasons in `declared`.
    ///
    /// `nil` means no manifest at all. A category's name stands in line 4, 7, … of the manifest.
    static func app(
        _ title: String,
        _ source: String,
        declared: [(String, [String])]?,
        isObjectiveC: Bool = false,
        findings: [String] = []
    ) -> RuleExample {
        var files = ["project.yml": project, "App/Info.plist": plist("")]
        files["App/Example." + (isObjectiveC ? "m" : "swift")] = source
        if let declared { files["App/PrivacyInfo.xcprivacy"] = manifest(declared) }
        return RuleExample(title, files: files, findings: findings)
    }

    /// A manifest, with `body` from line 2 on, that an app bundles.
    static func manifest(_ title: String, _ body: String, findings: [Int] = []) -> RuleExample {
        RuleExample(
            title,
            files: [
                "project.yml": project, "App/Info.plist": plist(""),
                "App/PrivacyInfo.xcprivacy": plist(body),
            ],
            findings: findings.map { "App/PrivacyInfo.xcprivacy:\($0)" }
        )
    }

    /// A property list with `body` from line 2 on.
    static func plist(_ body: String) -> String {
        "<plist version=\"1.0\"><dict>\n\(body)\n</dict></plist>\n"
    }

    /// One app of the folder `App`.
    static let project = """
        name: Example
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: {INFOPLIST_FILE: App/Info.plist}
        """

    private static func manifest(_ declared: [(String, [String])]) -> String {
        let entries = declared.map { name, reasons in
            """
            <dict><key>NSPrivacyAccessedAPIType</key>
            <string>NSPrivacyAccessedAPICategory\(name)</string>
            <key>NSPrivacyAccessedAPITypeReasons</key><array>\
            \(reasons.map { "<string>\($0)</string>" }.joined())</array></dict>
            """
        }
        let list = entries.joined(separator: "\n")
        return plist("<key>NSPrivacyAccessedAPITypes</key><array>\n\(list)\n</array>")
    }
}
