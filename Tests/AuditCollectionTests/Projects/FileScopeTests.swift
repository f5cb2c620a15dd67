import AuditFacts
import Testing

struct FileScopeTests {
    @Test(
        "Folders and names say who a file belongs to where no target does",
        arguments: [
            ("App/A.swift", FileScope.app), ("Pods/X/A.swift", .vendored),
            ("App/ThirdParty/X/A.m", .vendored), ("App/Vendor/A.m", .vendored),
            ("App/Third Party/A.m", .vendored), ("App/third-party/A.m", .vendored),
            ("App/Attacking Third Party Libraries/A.swift", .app),
            ("Carthage/Checkouts/X/A.swift", .vendored), ("A/SourcePackages/x/A.swift", .vendored),
            ("A/X.framework/Headers/X.h", .vendored), ("A/X.xcframework/ios/X.h", .vendored),
            ("Frameworks/X/A.swift", .vendored), ("External/X/A.m", .vendored),
            ("AppTests/A.swift", .tests), ("Tests/AppTests/A.swift", .tests),
            ("App/UITests/A.swift", .tests), ("App/ATests.swift", .tests), ("App/ATest.m", .tests),
            ("App/Latest.swift", .app), ("App/Contest/A.swift", .app),
            ("App/Mocks/A.swift", .tests), ("App/Preview Content/A.swift", .tests),
            ("scripts/a.swift", .tools), ("fastlane/A.swift", .tools), ("Dangerfile.swift", .tools),
            ("App/Templates/A.swift", .tools), ("Tools/X/A.swift", .tools),
            ("App/Scripting/A.swift", .app), ("Pods/Tests/A.swift", .vendored),
        ]
    )
    func names(path: String, scope: FileScope) {
        #expect(collect([path: ""]).scope(of: path) == scope)
    }

    @Test(
        "What an app compiles is its own whatever its folder is called, except what is copied in",
        arguments: [
            ("Frameworks/A.swift", FileScope.app), ("Tools/A.swift", .app),
            ("Templates/A.swift", .app), ("Tests/A.swift", .app),
            ("Pods/A.swift", .vendored), ("Vendor/A.swift", .vendored),
            ("Mocks/A.swift", .tests), ("Preview Content/A.swift", .tests),
        ]
    )
    func membership(path: String, scope: FileScope) {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A").with([
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "B": "isa = PBXBuildFile; fileRef = A;",
            "A": "isa = PBXFileReference; path = \"\(path)\"; sourceTree = \"<group>\";",
        ])
        let facts = collect(["App.xcodeproj/project.pbxproj": project.text, path: ""])
        #expect(facts.targets.first?.sources == [path])
        #expect(facts.scope(of: path) == scope)
    }

    @Test("A header is the app's where what it declares is")
    func headers() {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A").with([
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "B": "isa = PBXBuildFile; fileRef = A;",
            "A": "isa = PBXFileReference; path = Tools/A.m; sourceTree = \"<group>\";",
        ])
        let facts = collect([
            "App.xcodeproj/project.pbxproj": project.text, "Tools/A.m": "", "Tools/A.h": "",
            "Tools/B.h": "",
        ])
        #expect(facts.scope(of: "Tools/A.h") == .app)
        #expect(facts.scope(of: "Tools/B.h") == .tools)
    }

    @Test("What only a test target compiles is a test, and what an app compiles, too, is not")
    func testTargets() {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A, T").with([
            "PROJECT": "isa = PBXProject; mainGroup = MAIN; targets = ( APP, TEST );",
            "TEST":
                "isa = PBXNativeTarget; name = T; productType = \"com.apple.product-type.bundle.unit-test\"; buildPhases = ( TPHASE );",
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "TPHASE": "isa = PBXSourcesBuildPhase; files = ( B, C );",
            "B": "isa = PBXBuildFile; fileRef = A;", "C": "isa = PBXBuildFile; fileRef = T;",
            "A": "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";",
            "T": "isa = PBXFileReference; path = T.swift; sourceTree = \"<group>\";",
        ])
        let facts = collect([
            "App.xcodeproj/project.pbxproj": project.text, "A.swift": "", "T.swift": "",
        ])
        #expect(facts.scope(of: "A.swift") == .app)
        #expect(facts.scope(of: "T.swift") == .tests)
    }

    @Test("Targets of a vendored project make nothing the app's own")
    func vendoredProject() {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A").with([
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "B": "isa = PBXBuildFile; fileRef = A;",
            "A": "isa = PBXFileReference; path = ../External/A.swift; sourceTree = \"<group>\";",
        ])
        let facts = collect([
            "Pods/Pods.xcodeproj/project.pbxproj": project.text, "External/A.swift": "",
        ])
        #expect(facts.scope(of: "External/A.swift") == .vendored)
    }

    @Test("Files of scopes that are not wanted are not among the facts")
    func wanted() {
        let facts = collect(
            ["A.swift": "", "Tests/B.swift": "", "Pods/Info.plist": "{", "C.plist": "{}"],
            scopes: [.app]
        )
        #expect(facts.code.map(\.path) == ["A.swift"])
        #expect(facts.documents.map(\.path) == ["C.plist"])
        #expect(facts.unread.isEmpty)
        #expect(facts.fileCount == 4)
    }

    /// An app called `name` in `folder` with one source there.
    private func app(_ name: String, in folder: String) -> [String: String] {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A").with([
            "APP": """
            isa = PBXNativeTarget; name = "\(name)"; buildConfigurationList = ALIST;
            productType = "com.apple.product-type.application"; buildPhases = ( PHASE );
            """,
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "B": "isa = PBXBuildFile; fileRef = A;",
            "A": "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";",
        ])
        return ["\(folder)/P.xcodeproj/project.pbxproj": project.text, "\(folder)/A.swift": ""]
    }

    @Test(
        "A sample beside an app is not the app's",
        arguments: [
            ("Viewer", "sampleapps/Viewer"), ("Viewer", "Examples"), ("Viewer", "Lib/Demo"),
            ("SearchSampleApp", "Search"), ("UI Example", "Library"), ("KeysDemo", "Keys"),
            ("Keys", "Frameworks/Keys"),
        ]
    )
    func samples(name: String, folder: String) {
        let files = app("Notes", in: "Notes").merging(app(name, in: folder)) { $1 }
        let facts = collect(files, scopes: [.app])
        #expect(facts.targets.map(\.name) == ["Notes"])
        #expect(facts.code.map(\.path) == ["Notes/A.swift"])
        #expect(Set(collect(files).targets.map(\.name)) == ["Notes", name])
    }

    @Test(
        "A sample alone is what is audited, and a word that begins a name says nothing",
        arguments: [
            ("SearchSampleApp", "Search"), ("Viewer", "Examples"), ("Demo", "App"),
            ("SampleRecorder", "App"), ("Demographics", "App"),
        ]
    )
    func loneSamples(name: String, folder: String) {
        let facts = collect(app(name, in: folder))
        #expect(facts.targets.map(\.name) == [name])
        #expect(facts.scope(of: "\(folder)/A.swift") == .app)
        let beside = collect(app(name, in: "App").merging(app("Notes", in: "Notes")) { $1 })
        #expect(beside.scope(of: "App/A.swift") == (name == "SearchSampleApp" ? .tests : .app))
    }

    @Test("What an app shares with a sample is the app's")
    func sharedWithSample() {
        let sources = "isa = PBXSourcesBuildPhase; files"
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A, S").with([
            "PROJECT": "isa = PBXProject; mainGroup = MAIN; targets = ( APP, DEMO );",
            "DEMO":
                "isa = PBXNativeTarget; name = AppDemo; productType = \"com.apple.product-type.application\"; buildPhases = ( DPHASE );",
            "PHASE": "\(sources) = ( B );", "DPHASE": "\(sources) = ( C, D );",
            "B": "isa = PBXBuildFile; fileRef = A;", "C": "isa = PBXBuildFile; fileRef = A;",
            "D": "isa = PBXBuildFile; fileRef = S;",
            "A": "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";",
            "S": "isa = PBXFileReference; path = S.swift; sourceTree = \"<group>\";",
        ])
        let facts = collect([
            "App.xcodeproj/project.pbxproj": project.text, "A.swift": "", "S.swift": "",
        ])
        #expect(facts.scope(of: "A.swift") == .app)
        #expect(facts.scope(of: "S.swift") == .tests)
    }
}
