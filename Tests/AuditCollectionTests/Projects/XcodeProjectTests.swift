import AuditCollection
import AuditFacts
import Testing

struct XcodeProjectTests {
    @Test("Paths are found as macOS compares them: in other letters, and in other compositions")
    func spelling() {
        let project = SampleProject(
            settings: "INFOPLIST_FILE = \"xdrip/Info.plist\";",
            target: "buildPhases = ( SOURCES );",
            children: "GROUP"
        ).with([
            "GROUP":
                "isa = PBXGroup; path = xdrip; sourceTree = \"<group>\"; children = ( ONE, TWO );",
            "ONE": "isa = PBXFileReference; path = app.swift; sourceTree = \"<group>\";",
            "TWO":
                "isa = PBXFileReference; path = \"Cafe\u{301}.swift\"; sourceTree = \"<group>\";",
            "SOURCES": "isa = PBXSourcesBuildPhase; files = ( F1, F2 );",
            "F1": "isa = PBXBuildFile; fileRef = ONE;",
            "F2": "isa = PBXBuildFile; fileRef = TWO;",
        ])
        let facts = collect([
            "A.xcodeproj/project.pbxproj": project.text,
            "xDrip/App.swift": "let a = 1",
            "xDrip/Caf\u{E9}.swift": "let b = 1",
            "xDrip/Info.plist": "<plist><dict><key>A</key><string>b</string></dict></plist>",
        ])
        #expect(facts.unread.isEmpty)
        #expect(facts.targets.first?.sources == ["xDrip/App.swift", "xDrip/Caf\u{E9}.swift"])
        #expect(facts.targets.first?.configurations.first?.infoPath == "xDrip/Info.plist")
    }

    @Test("Where the tree tells letters apart, the file of that very spelling is meant")
    func exactSpelling() {
        let project = SampleProject(settings: "INFOPLIST_FILE = info.plist;")
        let plist = "<plist><dict/></plist>"
        let facts = collect([
            "A.xcodeproj/project.pbxproj": project.text, "Info.plist": plist, "info.plist": plist,
        ])
        #expect(facts.targets.first?.configurations.first?.infoPath == "info.plist")
    }

    private let path = "ios/App.xcodeproj/project.pbxproj"

    private func facts(_ project: SampleProject, _ files: [String: String] = [:]) -> Facts {
        collect(files.merging([path: project.text]) { $1 })
    }

    private func phases(_ kind: String, _ references: String...) -> [String: String] {
        var objects = [
            "PHASE":
                "isa = \(kind); files = ( \(references.map { "B\($0)" }.joined(separator: ", ")) );"
        ]
        for reference in references {
            objects["B\(reference)"] = "isa = PBXBuildFile; fileRef = \(reference);"
        }
        return objects
    }

    @Test(
        "A product type says what a target builds",
        arguments: [
            ("application", ProductKind.app), ("app-extension", .appExtension),
            ("application.on-demand-install-capable", .app), ("application.messages", .app),
            ("application.watchapp2", .watchApp), ("watchkit2-extension", .appExtension),
            ("extensionkit-extension", .appExtension), ("framework", .framework),
            ("framework.static", .framework), ("library.static", .library),
            ("bundle.unit-test", .tests), ("bundle.ui-testing", .tests), ("tool", .tool),
            ("bundle", .other), ("", .other),
        ]
    )
    func kinds(type: String, kind: ProductKind) {
        let target = facts(
            SampleProject(target: "productType = \"com.apple.product-type.\(type)\";").with([
                "APP":
                    "isa = PBXNativeTarget; name = App; productType = \"com.apple.product-type.\(type)\";"
            ])
        ).targets.first
        #expect(target?.kind == kind)
        #expect(target?.id == "\(path)#App")
        #expect(target?.configurations.count == 1)
    }

    @Test("Files are found through groups, the project's folder and translations")
    func paths() {
        let project = SampleProject(
            target: "buildPhases = ( PHASE );",
            children: "GROUP, ROOTED"
        ).with([
            "GROUP":
                "isa = PBXGroup; path = ../Shared; sourceTree = \"<group>\"; children = ( A, INNER );",
            "INNER":
                "isa = PBXGroup; name = Inner; sourceTree = \"<group>\"; children = ( B, MAIN );",
            "A": "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";",
            "B": "isa = PBXVariantGroup; children = ( EN, DE ); sourceTree = \"<group>\";",
            "EN": "isa = PBXFileReference; path = en.lproj/M.storyboard; sourceTree = \"<group>\";",
            "DE": "isa = PBXFileReference; path = de.lproj/M.storyboard; sourceTree = \"<group>\";",
            "ROOTED": "isa = PBXFileReference; path = B.swift; sourceTree = SOURCE_ROOT;",
        ]).with(phases("PBXSourcesBuildPhase", "A", "B", "ROOTED"))
        let files = [
            "Shared/A.swift": "", "Shared/en.lproj/M.storyboard": "<document/>",
            "Shared/de.lproj/M.storyboard": "<document/>", "ios/B.swift": "",
        ]
        let facts = facts(project, files)
        #expect(facts.targets.first?.sources == files.keys.sorted().filter { $0 != path })
        #expect(facts.unread.isEmpty)
    }

    @Test(
        "What a phase names and is not in the tree is reported once, and nothing breaks",
        arguments: [
            ("path = Gone.swift; sourceTree = \"<group>\";", ["ios/Gone.swift"]),
            ("path = ../Gone.swift; sourceTree = \"<group>\";", ["Gone.swift"]),
            ("path = ../../Gone.swift; sourceTree = \"<group>\";", []),
            ("path = /tmp/Gone.swift; sourceTree = \"<absolute>\";", []),
            ("path = Gone.swift; sourceTree = SDKROOT;", []),
            ("path = Gone.png; sourceTree = \"<group>\";", []),
            ("sourceTree = \"<group>\";", []),
        ]
    )
    func missing(reference: String, expected: [String]) {
        let project = SampleProject(target: "buildPhases = ( PHASE, NOWHERE );", children: "A")
            .with(["A": "isa = PBXFileReference; \(reference)"])
            .with(phases("PBXSourcesBuildPhase", "A", "UNKNOWN"))
        let facts = facts(project)
        #expect(facts.unread.map(\.path) == expected)
        #expect(facts.unread.allSatisfy { $0.reason == .missing })
        #expect(facts.targets.first?.sources == [])
    }

    @Test("A folder reference stands for the files in it")
    func folderReference() {
        let project = SampleProject(target: "buildPhases = ( PHASE );", children: "A")
            .with(["A": "isa = PBXFileReference; path = Data; sourceTree = \"<group>\";"])
            .with(phases("PBXResourcesBuildPhase", "A"))
        let facts = facts(project, ["ios/Data/a/b.plist": "{}", "ios/Data.plist": "{}"])
        #expect(facts.targets.first?.resources == ["ios/Data/a/b.plist"])
    }

    @Test(
        "A synchronized folder belongs to its owner but for the exceptions, and to others by them"
    )
    func synchronizedFolder() {
        let project = SampleProject(
            target: "fileSystemSynchronizedGroups = ( SYNC );",
            children: "SYNC"
        ).with([
            "PROJECT":
                "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( APP, EXT );",
            "EXT":
                "isa = PBXNativeTarget; name = Ext; productType = \"com.apple.product-type.app-extension\";",
            "SYNC": """
            isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>";
            exceptions = ( OWN, OTHER, BROKEN ); explicitFileTypes = { "T.swift" = text; };
            """,
            "OWN":
                "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = APP; membershipExceptions = ( Info.plist, Old );",
            "OTHER":
                "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = EXT; membershipExceptions = ( \"a/A.swift\", PrivacyInfo.xcprivacy, /Localized/M.storyboard );",
        ])
        let facts = facts(
            project,
            [
                "ios/App/a/A.swift": "", "ios/App/B.swift": "", "ios/App/B.h": "",
                "ios/App/T.swift": "", "ios/App/Info.plist": "{}", "ios/App/Old/C.swift": "",
                "ios/App/PrivacyInfo.xcprivacy": "{}",
                "ios/App/de.lproj/M.storyboard": "<document/>",
                "ios/App.swift": "",
            ]
        )
        let app = facts.targets.first { $0.name == "App" }
        let other = facts.targets.first { $0.name == "Ext" }
        #expect(app?.sources == ["ios/App/B.swift", "ios/App/a/A.swift"])
        #expect(
            app?.resources == ["ios/App/PrivacyInfo.xcprivacy", "ios/App/de.lproj/M.storyboard"]
        )
        #expect(other?.sources == ["ios/App/a/A.swift"])
        #expect(other?.resources == app?.resources)
    }

    @Test("Targets depend on targets, on other projects' targets and on local packages' products")
    func dependencies() {
        let project = SampleProject(
            target: """
                dependencies = ( D1, D2, D3, D4 ); packageProductDependencies = ( PRODUCT );
                buildPhases = ( PHASE );
                """,
            children: "OTHER, LIB"
        ).with([
            "PROJECT":
                "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( APP, EXT );",
            "EXT": "isa = PBXNativeTarget; name = Ext;",
            "D1": "isa = PBXTargetDependency; target = EXT;",
            "D2": "isa = PBXTargetDependency; targetProxy = PROXY;",
            "D3": "isa = PBXTargetDependency; target = GONE; targetProxy = GONE;",
            "PROXY": "isa = PBXContainerItemProxy; containerPortal = OTHER; remoteInfo = Core;",
            "OTHER": "isa = PBXFileReference; path = Core.xcodeproj; sourceTree = \"<group>\";",
            "LIB": "isa = PBXFileReference; path = libz.tbd; sourceTree = SDKROOT;",
            "PRODUCT": "isa = XCSwiftPackageProductDependency; productName = Kit;",
        ]).with(phases("PBXFrameworksBuildPhase", "LIB"))
        let target = facts(project).targets.first { $0.name == "App" }
        #expect(
            target?.dependencies == ["\(path)#Ext", "ios/Core.xcodeproj/project.pbxproj#Core"]
        )
        #expect(target?.frameworks == ["z"])
    }

    @Test("A framework of another project is found by its product's name")
    func linkedFramework() {
        let app = SampleProject(target: "buildPhases = ( PHASE );", children: "LIB")
            .with([
                "LIB":
                    "isa = PBXFileReference; path = Core.framework; sourceTree = BUILT_PRODUCTS_DIR;"
            ])
            .with(phases("PBXFrameworksBuildPhase", "LIB"))
        let core = SampleProject(settings: "PRODUCT_NAME = Core;").with([
            "APP":
                "isa = PBXNativeTarget; name = CoreKit; buildConfigurationList = ALIST; productType = \"com.apple.product-type.framework\";"
        ])
        let facts = collect([path: app.text, "Core/C.xcodeproj/project.pbxproj": core.text])
        #expect(
            facts.targets.first { $0.name == "App" }?.dependencies == [
                "Core/C.xcodeproj/project.pbxproj#CoreKit"
            ]
        )
    }

    @Test(
        "A project file that is not one, broken or cut off is reported and makes no target",
        arguments: [
            "", "{}", "{ objects = ( ); rootObject = A; }",
            "{ objects = { A = { isa = PBXGroup; }; }; rootObject = A; }",
            "{ objects = { A = b; }; rootObject = A; }", "( a )", "{ objects = {",
            "<plist><dict/></plist>",
        ]
    )
    func broken(text: String) {
        let facts = collect([path: text])
        #expect(facts.targets.isEmpty)
        #expect(facts.unread.map(\.path) == [path])
        #expect(facts.unread.map(\.reason) == [.malformed])
    }

    @Test("A target that is listed but missing is reported")
    func missingTarget() {
        let project = SampleProject().with([
            "PROJECT": "isa = PBXProject; mainGroup = GONE; targets = ( GONE, APP );"
        ])
        let facts = facts(project)
        #expect(facts.targets.map(\.name) == ["App"])
        #expect(facts.unread.map(\.reason) == [.missing])
    }

    @Test("Of the targets of one id the first counts")
    func twins() {
        let project = SampleProject().with([
            "PROJECT":
                "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( APP, APP );"
        ])
        #expect(facts(project).targets.count == 1)
    }
}
