/// A small tree of files with what a rule reports in it.
package struct RuleExample: Sendable, Hashable {
    /// What it shows, for the reader.
    package let title: String
    /// Texts by path.
    package let files: [String: String]
    /// YAML of a policy that extends `baseline`; empty for `baseline` itself.
    package let policy: String
    /// A protected device beside the files; `nil` for none.
    package let device: ExampleDevice?
    /// The findings of the rule as `path:line`, sorted; empty for an example without any.
    package let findings: [String]

    /// Whether the rule reports something in it.
    package var isBad: Bool { !findings.isEmpty }

    /// An example of several files, in `project` where they need one; `findings` as `path:line`.
    package init(
        _ title: String,
        in project: ExampleProject? = nil,
        files: [String: String],
        policy: String = "",
        device: ExampleDevice? = nil,
        findings: [String] = []
    ) {
        self.title = title
        self.files = (project?.files ?? [:]).merging(files) { $1 }
        self.policy = policy
        self.device = device
        self.findings = findings.sorted()
    }

    /// An example of a protected device; `findings` as `path:1`.
    package static func device(
        _ title: String,
        _ device: ExampleDevice,
        policy: String = "",
        findings: [String] = []
    ) -> Self {
        RuleExample(
            title,
            files: [:],
            policy: policy,
            device: device,
            findings: findings.map { "\($0):1" }
        )
    }

    /// An example of one Swift source, with the lines of its findings.
    package static func swift(_ title: String, _ text: String, findings: [Int] = []) -> Self {
        one(title, "Example.swift", text, findings)
    }

    /// An example of one Objective-C source, with the lines of its findings.
    package static func objectiveC(_ title: String, _ text: String, findings: [Int] = []) -> Self {
        one(title, "Example.m", text, findings)
    }

    private static func one(
        _ title: String,
        _ path: String,
        _ text: String,
        _ findings: [Int]
    ) -> Self {
        RuleExample(title, files: [path: text], findings: findings.map { "\(path):\($0)" })
    }
}
