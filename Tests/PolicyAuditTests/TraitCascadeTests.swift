import Foundation
import PolicyAudit
import Testing

/// Targets and configurations as an audit finds them.
@Suite("traits that cascade into audits")
struct TraitCascadeTests {
    private static let source = """
        func save(_ data: Data, to url: URL) throws {
            try data.write(to: url, options: .noFileProtection)
        }
        """
    private static let project = """
        name: Example
        targets:
          App: {type: application, platform: iOS, sources: [App]}
          Widget:
            type: app-extension
            platform: iOS
            sources: [Widget]
            settings:
              configs:
                Debug: {EXCLUDED_SOURCE_FILE_NAMES: "Release.swift"}
                Release: {EXCLUDED_SOURCE_FILE_NAMES: "Debug.swift"}
        """

    private let folder = AuditedFolder()

    private init() throws {
        try folder.write("project.yml", Self.project)
        for file in ["App/App", "Widget/Debug", "Widget/Release", "Widget/Shared", "Loose"] {
            try folder.write("\(file).swift", Self.source)
        }
    }

    private func audit(_ policy: String, traits: [String: String] = [:]) throws -> Audit {
        var runner = try AuditRunner(
            policies: [.text("policy: 1\n" + policy, named: "own.yml")],
            traits: traits,
            today: CalendarDay(.now)
        )
        runner.rules = [
            "store.class-none", "policy.trait-unmatched", "policy.contradiction",
            "policy.target-unlisted",
        ]
        return try runner.run(folder: folder.path)
    }

    private func levels(
        _ policy: String,
        traits: [String: String] = [:]
    ) throws -> [String: FindingLevel] {
        let findings = try audit(policy, traits: traits).findings
        #expect(Set(findings.map(\.path)).count == findings.count)
        return Dictionary(findings.map { ($0.path, $0.level) }) { first, _ in first }
    }

    private static func overlay(_ traits: String, _ level: String = "note") -> String {
        "overlays: [{when: {\(traits)}, rules: {store.class-none: \(level)}}]"
    }

    private static let files = [
        "App/App.swift", "Loose.swift", "Widget/Debug.swift", "Widget/Release.swift",
        "Widget/Shared.swift",
    ]

    @Test("T-2 a file of one configuration is judged by its overlay, one of both by the stricter")
    func configuration() throws {
        let levels = try levels(Self.overlay("configuration: Debug"))
        #expect(levels.keys.sorted() == Self.files)
        #expect(levels.filter { $0.value == .note }.keys.sorted() == ["Widget/Debug.swift"])
        let reversed = try self.levels(Self.overlay("configuration: Release"))
        #expect(reversed.filter { $0.value == .note }.keys.sorted() == ["Widget/Release.swift"])
    }

    @Test("T-2 a target's overlay holds for its files alone")
    func target() throws {
        let levels = try levels(Self.overlay("target: Widget"))
        #expect(
            levels.filter { $0.value == .note }.keys.sorted()
                == Self.files.filter { $0.hasPrefix("Widget/") }
        )
        let both = try self.levels(Self.overlay("target: Widget, configuration: Debug", "off"))
        #expect(both.keys.sorted() == Self.files.filter { $0 != "Widget/Debug.swift" })
    }

    @Test("T-2 a trait that is given holds for all")
    func given() throws {
        let debug = try levels(
            Self.overlay("configuration: Debug"),
            traits: ["configuration": "Debug"]
        )
        #expect(debug.keys.sorted() == Self.files && debug.values.allSatisfy { $0 == .note })
        let release = try levels(
            Self.overlay("configuration: Debug"),
            traits: ["configuration": "Release"]
        )
        #expect(release.values.allSatisfy { $0 == .error })
    }

    private static let signed = """
        name: Example
        configs: {Debug: debug, Release: release, Beta: release}
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings:
              configs:
                Debug: {CODE_SIGN_ENTITLEMENTS: Debug.entitlements}
                Release: {CODE_SIGN_ENTITLEMENTS: Release.entitlements}
                Beta: {CODE_SIGN_ENTITLEMENTS: Beta.entitlements}
        """
    private static let entitlements = """
        <plist version="1.0"><dict>
        <key>com.apple.developer.default-data-protection</key>
        <string>NSFileProtectionCompleteUnlessOpen</string>
        </dict></plist>
        """

    @Test("T-2 entitlements of a configuration are judged by its policy")
    func entitlements() throws {
        try folder.write("project.yml", Self.signed)
        for name in ["Debug", "Release", "Beta"] {
            try folder.write("\(name).entitlements", Self.entitlements)
        }
        let policy = "policy: 1\noverlays: [{when: {configuration: Beta}, default-class: a}]"
        var runner = try AuditRunner(
            policies: [.text(policy, named: "own.yml")],
            today: CalendarDay(.now)
        )
        runner.rules = ["store.default-entitlement-weak"]
        #expect(try runner.run(folder: folder.path).findings.map(\.path) == ["Beta.entitlements"])
    }

    @Test("T-2 an exception in an overlay accepts what its policy alone judges")
    func exceptions() throws {
        let accepted = try audit(
            """
            overlays:
              - when: {configuration: Debug}
                exceptions: [{rule: store.class-none, reason: developers only}]
            """
        ).findings.filter { !$0.counts }
        #expect(accepted.map(\.path) == ["Widget/Debug.swift"])
    }

    @Test("T-2 a contradiction that only a target has is found")
    func contradiction() throws {
        let findings = try audit(
            """
            rules: {store.class-none: off}
            kinds: {mail: {class: a}}
            overlays: [{when: {target: Widget}, kinds: {mail: {needed-by: [voip]}}}]
            """
        ).findings
        #expect(findings.map(\.rule) == ["policy.contradiction"])
        #expect(findings.map(\.line) == [4])
    }

    @Test("T-3 a forced trait beats one that is given, for its target alone")
    func forced() throws {
        let policy = """
            audience: kids
            targets: {Widget: {traits: {audience: general}}}

            """
        let note = try levels(
            policy + Self.overlay("audience: general"),
            traits: ["audience": "kids"]
        ).filter { $0.value == .note }
        #expect(note.keys.sorted() == Self.files.filter { $0.hasPrefix("Widget/") })
        let own = try levels(policy + Self.overlay("audience: kids")).filter { $0.value == .note }
        #expect(own.keys.sorted() == ["App/App.swift", "Loose.swift"])
    }

    @Test("T-3 traits of a target that is not there are warned of at their line")
    func unmatched() throws {
        let findings = try audit(
            """
            rules: {store.class-none: off}
            targets:
              Widgit: {traits: {audience: general}}
            """
        ).findings
        #expect(findings.map(\.rule) == ["policy.trait-unmatched"])
        #expect(findings.map(\.path) == ["own.yml"] && findings.map(\.line) == [4])
        #expect(findings.map(\.level) == [.warning])
        let overlay = try audit(
            """
            rules: {store.class-none: off}
            overlays: [{when: {configuration: Debgu}, default-class: a}]
            """
        ).findings
        #expect(overlay.map(\.message) == ["no configuration is called 'Debgu'"])
        #expect(overlay.map(\.level) == [.note])
    }

    @Test("what a shipped policy's overlays ask for need not be there")
    func shipped() throws {
        try folder.write("project.yml", Self.signed.replacing("Debug", with: "Development"))
        var runner = try AuditRunner(policies: [.shipped(.strict)], today: CalendarDay(.now))
        runner.rules = ["policy.trait-unmatched"]
        #expect(try runner.run(folder: folder.path).findings.isEmpty)
    }

    @Test("T-2 a forced configuration judges a target's files as if they were built in it")
    func forcedConfiguration() throws {
        let levels = try levels(
            "targets: {Widget: {traits: {configuration: Debug}}}\n"
                + Self.overlay("configuration: Debug"),
            traits: ["configuration": "Release"]
        )
        #expect(
            levels.filter { $0.value == .note }.keys.sorted()
                == Self.files.filter { $0.hasPrefix("Widget/") }
        )
    }

    @Test("T-4 a kind that is absent for a target is there for the others")
    func absent() throws {
        let policy = """
            kinds: {drafts: {class: a, paths: ["*.draft"]}}
            overlays: [{when: {target: Widget}, kinds: {drafts: absent}}]
            """
        for file in ["App/App", "Widget/Shared"] {
            try folder.write(
                "\(file).swift",
                """
                func save(_ data: Data, in folder: URL) throws {
                    let url = folder.appendingPathComponent("a.draft")
                    try data.write(to: url, options: .completeFileProtectionUnlessOpen)
                }
                """
            )
        }
        var runner = try AuditRunner(
            policies: [.text("policy: 1\n" + policy, named: "own.yml")],
            today: CalendarDay(.now)
        )
        runner.rules = ["store.class-weaker-than-policy"]
        let paths = try runner.run(folder: folder.path).findings.map(\.path)
        #expect(paths == ["App/App.swift"])
    }

    @Test(
        "T-7 a target or configuration that the sources do not have is refused with a suggestion",
        arguments: [
            ("configuration", "Debgu", "did you mean 'Debug'?"),
            ("target", "Widgit", "did you mean 'Widget'?"),
            ("configuration", "Production", "there are: Debug, Release"),
        ]
    )
    func misspelled(name: String, value: String, advice: String) throws {
        let error = #expect(throws: ProtectionError.self) {
            try audit(Self.overlay("configuration: Debug"), traits: [name: value])
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
    }

    @Test("T-7 what an overlay names may be asked for all the same, and any region")
    func named() throws {
        #expect(
            try levels(Self.overlay("configuration: Beta"), traits: ["configuration": "Beta"])
                .values.allSatisfy { $0 == .note }
        )
        #expect(try !levels("", traits: ["region": "EU"]).isEmpty)
    }

    @Test("overlays that make too many policies of targets are refused")
    func tooMany() throws {
        let names = (0..<70).map { "T\($0)" }
        try folder.write(
            "project.yml",
            "name: Many\ntargets:\n"
                + names.map { "  \($0): {type: framework, platform: iOS, sources: [App]}\n" }
                .joined()
        )
        let overlays = names.map {
            "  - {when: {target: \($0)}, rules: {store.class-none: note}}\n"
        }
        let error = #expect(throws: ProtectionError.self) {
            try audit("overlays:\n" + overlays.joined())
        }
        #expect(error?.code.description == "malformed-policy")
    }
}
