import AuditFacts
import Documents
import Testing

struct SpecificationTests {
    private let specification = """
        name: App
        include:
        - path: App/target.yml
        - More/target.yml
        options:
          deploymentTarget:
            iOS: '17.0'
        settings:
          BASE_ID: org.example
          FLAG: true
        settingGroups:
          Common:
            base:
              WORDS: [a, b]
        packages:
          Kit:
            path: Kit
        """
    private let app = """
        targets:
          App:
            type: application
            platform: iOS
            templates: [Common]
            sources:
            - path: Sources
              excludes: [Old, "**/*.txt"]
            - path: ../Shared/A.swift
            - path: Data
              buildPhase: resources
            - path: Gone
              optional: true
            dependencies:
            - target: Ext
            - package: Kit
            - package: Other
              products: [X, Y]
            - sdk: libz.tbd
            - framework: Z.framework
            info:
              path: Info.plist
              properties:
                NSCameraUsageDescription: to see $(PRODUCT_NAME)
            entitlements:
              path: App.entitlements
              properties:
                keychain-access-groups: [$(BASE_ID)]
            settings:
              base:
                PRODUCT_BUNDLE_IDENTIFIER: $(BASE_ID).app
              configs:
                Release:
                  ONLY: release
              groups: [Common]
        """
    private let more = """
        targetTemplates:
          Common:
            sources: [../Common]
            templates: [Common]
        targets:
          Ext:
            type: app-extension
            platform: [iOS, tvOS]
            sources: Sources
            info: Info.plist
        """

    private func files(_ extra: [String: String] = [:]) -> [String: String] {
        [
            "project.yml": specification, "App/target.yml": app, "More/target.yml": more,
            "App/Sources/A.swift": "", "App/Sources/Old/B.swift": "", "App/Sources/x/n.txt": "",
            "App/Sources/A.entitlements": "{}", "App/Sources/P.xcprivacy": "{}",
            "App/Data/d.swift": "", "Shared/A.swift": "", "Common/C.swift": "",
            "More/Sources/E.swift": "", "More/Info.plist": "{ a = b; }",
        ].merging(extra) { $1 }
    }

    @Test("Targets of all included files have their sources, relative to the file that names them")
    func sources() {
        let facts = collect(files())
        #expect(facts.targets.map(\.id) == ["project.yml#App", "project.yml#Ext"])
        #expect(facts.targets.map(\.kind) == [.app, .appExtension])
        #expect(facts.targets.map(\.platforms) == [["ios"], ["ios", "tvos"]])
        #expect(
            facts.targets.map(\.sources) == [
                ["App/Sources/A.swift", "Common/C.swift", "Shared/A.swift"],
                ["More/Sources/E.swift"],
            ]
        )
        #expect(
            facts.targets.first?.resources == ["App/Data/d.swift", "App/Sources/P.xcprivacy"]
        )
        #expect(facts.targets.first?.dependencies == ["project.yml#Ext"])
        #expect(facts.targets.first?.frameworks == ["Z", "z"])
        #expect(facts.unread.isEmpty)
    }

    @Test("Settings of all levels are merged, property lists that are still to be made are known")
    func configurations() throws {
        let app = try #require(collect(files()).targets.first)
        #expect(app.configurations.map(\.name) == ["Debug", "Release"])
        #expect(app.configurations.map(\.isDebug) == [true, false])
        let release = app.configurations[1]
        #expect(release.bundleIdentifier == "org.example.app")
        #expect(release.deploymentTarget == "17.0")
        #expect(release.settings["WORDS"] == "a b")
        #expect(release.settings["FLAG"] == "YES")
        #expect(release.settings["ONLY"] == "release")
        #expect(app.configurations[0].settings["ONLY"] == nil)
        #expect(release.info?["NSCameraUsageDescription"]?.string == "to see App")
        #expect(release.info?.entry("NSCameraUsageDescription")?.origin == "App/target.yml")
        #expect(release.entitlementsPath == "App/App.entitlements")
        #expect(release.entitlements?["keychain-access-groups"]?.strings == ["org.example"])
    }

    @Test("A property list that is in the tree stands before what would be made of it")
    func existingFile() {
        let facts = collect(files(["App/App.entitlements": "{ a = b; }"]))
        let release = facts.targets.first?.configurations.last
        #expect(release?.entitlements?["a"]?.string == "b")
        #expect(release?.entitlements?["keychain-access-groups"] == nil)
        #expect(facts.targets.last?.configurations.last?.info?["a"]?.string == "b")
    }

    @Test("A project that was made of the specification is asked instead of it")
    func generatedProject() {
        let facts = collect(files(["App.xcodeproj/project.pbxproj": SampleProject().text]))
        #expect(facts.targets.map(\.id) == ["App.xcodeproj/project.pbxproj#App"])
    }

    @Test(
        "What is broken, missing or included in a circle is reported, and nothing breaks",
        arguments: [
            ("", 1), ("- a", 0), ("a: [", 1), ("include: [gone.yml]", 1),
            ("include: [project.yml]", 0), ("include: ../../etc/passwd", 1),
            ("targets: []", 0), ("targets:\n  A: text", 0),
            ("targets:\n  A:\n    sources: Gone", 1),
            ("targets:\n  A:\n    sources: [{a: b}]\n    settings: []", 0),
            ("targets:\n  A:\n    configFiles: {Release: Gone.xcconfig}", 1),
            ("settingGroups: {A: {groups: [A]}}\ntargets:\n  A:\n    settings: {groups: [A]}", 0),
            ("a: &x 1\nb: *x", 1),
        ]
    )
    func broken(text: String, unread: Int) {
        let facts = collect(["project.yml": text])
        #expect(facts.unread.count == unread)
    }
}
