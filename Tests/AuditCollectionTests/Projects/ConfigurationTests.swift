import AuditCollection
import AuditFacts
import Documents
import Testing

struct ConfigurationTests {
    private let path = "App.xcodeproj/project.pbxproj"

    private func configuration(
        _ settings: String,
        _ files: [String: String] = [:],
        _ more: [String: String] = [:]
    ) -> BuildConfiguration? {
        facts(settings, files, more).targets.first?.configurations.first
    }

    private func facts(
        _ settings: String,
        _ files: [String: String] = [:],
        _ more: [String: String] = [:]
    ) -> Facts {
        let project = SampleProject(settings: settings, children: "BASE").with(more)
        return collect(files.merging([path: project.text]) { $1 })
    }

    @Test(
        "Variables of settings are replaced, and what is not known stays",
        arguments: [
            ("$(TARGET_NAME).x", "App.x"), ("${TARGET_NAME}", "App"),
            ("$(B)", "b-App"), ("$(N_$(TARGET_NAME))", "nested"),
            ("$(TARGET_NAME:lower)", "app"), ("$(TARGET_NAME:upper)", "APP"),
            ("$(S:rfc1034identifier)", "a-b-c"), ("$(S:c99extidentifier)", "a_b_c"),
            ("$(UNKNOWN)", "$(UNKNOWN)"), ("$(UNKNOWN:default=d)", "d"),
            ("$(TARGET_NAME:unknown)", "$(TARGET_NAME:unknown)"),
            ("$(", "$("), ("$()", "$()"), ("$X", "$X"),
            ("$($($($($($(A))))))", "$($($($($($(A))))))"),
            ("$(LOOP1)", "$(LOOP1)"), ("$(SELF)", "x"), ("$(PRODUCT_MODULE_NAME)", "App"),
        ]
    )
    func variables(value: String, expected: String) {
        let found = configuration(
            """
            V = "\(value)"; B = "b-$(TARGET_NAME)"; N_App = nested; S = "a b/c";
            LOOP1 = "$(LOOP2)"; LOOP2 = "$(LOOP1)"; SELF = "$(SELF)x";
            """
        )?.settings["V"]
        // A circle stays as it is written wherever it is entered.
        #expect(found == expected || (value == "$(LOOP1)" && found?.contains("LOOP") == true))
    }

    @Test("Levels inherit: settings file, project, settings file of the target, target")
    func levels() {
        let found = configuration(
            "A = \"$(inherited) four\"; B = \"$(inherited)\";",
            [
                "Base.xcconfig": "#include \"More.xcconfig\"\nA = one",
                "More.xcconfig": "B = more // no",
            ],
            [
                "BASE": "isa = PBXFileReference; path = Base.xcconfig; sourceTree = \"<group>\";",
                "PRELEASE":
                    "isa = XCBuildConfiguration; name = Release; baseConfigurationReference = BASE; buildSettings = { A = ( \"$(inherited)\", two ); };",
            ]
        )
        #expect(found?.settings["A"] == "one two four")
        #expect(found?.settings["B"] == "more")
    }

    @Test(
        "Conditions hold for a device build",
        arguments: [
            ("\"A[sdk=iphoneos*]\" = phone; A = any;", "phone"),
            ("\"A[sdk=iphonesimulator*]\" = simulator; A = any;", "any"),
            ("\"A[sdk=macosx*]\" = mac; A = any;", "any"),
            ("\"A[config=Release]\" = r; A = any;", "r"),
            ("\"A[config=Debug]\" = d; A = any;", "any"),
            ("\"A[sdk=iphoneos*][arch=arm64]\" = both; A = any;", "both"),
            ("\"A[arch=x86_64]\" = intel; A = any;", "any"), ("\"A[sdk=*]\" = s; A = any;", "s"),
            ("\"A[what=x]\" = w; A = any;", "any"),
        ]
    )
    func conditions(settings: String, expected: String) {
        #expect(configuration(settings)?.settings["A"] == expected)
    }

    @Test(
        "A configuration is for developers when DEBUG is defined or its name says so",
        arguments: [
            ("SWIFT_ACTIVE_COMPILATION_CONDITIONS = \"DEBUG X\";", "Release", true),
            ("GCC_PREPROCESSOR_DEFINITIONS = ( \"DEBUG=1\", \"$(inherited)\" );", "Beta", true),
            ("SWIFT_ACTIVE_COMPILATION_CONDITIONS = NODEBUG;", "Release", false),
            ("GCC_PREPROCESSOR_DEFINITIONS = \"DEBUG=0\";", "Release", false),
            ("", "Debug", true), ("", "Debug (AppStore)", true), ("", "Release", false),
            ("", "Debugging", false),
        ]
    )
    func debug(settings: String, name: String, expected: Bool) {
        let found = configuration(
            "",
            [:],
            [
                "ARELEASE":
                    "isa = XCBuildConfiguration; name = \"\(name)\"; buildSettings = { \(settings) };"
            ]
        )
        #expect(found?.isDebug == expected)
    }

    @Test("Entitlements and Info.plist are read with the settings' values in them")
    func documents() {
        let found = configuration(
            """
            CODE_SIGN_ENTITLEMENTS = "$(SRCROOT)/App/A.entitlements"; INFOPLIST_FILE = App/Info.plist;
            PRODUCT_BUNDLE_IDENTIFIER = "org.example.$(TARGET_NAME:lower)";
            IPHONEOS_DEPLOYMENT_TARGET = 17.0;
            """,
            [
                "App/A.entitlements":
                    "<plist><dict><key>g</key><array><string>group.$(PRODUCT_BUNDLE_IDENTIFIER)</string><string>$(X)</string></array></dict></plist>",
                "App/Info.plist":
                    "<plist><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>p</string></dict></dict></plist>",
            ]
        )
        #expect(found?.entitlementsPath == "App/A.entitlements")
        #expect(found?.entitlements?["g"]?.strings == ["group.org.example.app", "$(X)"])
        #expect(found?.infoPath == "App/Info.plist")
        #expect(found?.extensionPoint == "p")
        #expect(found?.bundleIdentifier == "org.example.app")
        #expect(found?.deploymentTarget == "17.0")
    }

    @Test("Keys of the Info.plist in build settings count, the file's own stand before them")
    func infoKeys() throws {
        let found = try #require(
            configuration(
                """
                INFOPLIST_FILE = Info.plist;
                INFOPLIST_KEY_NSCameraUsageDescription = "for $(TARGET_NAME)";
                INFOPLIST_KEY_UIFileSharingEnabled = YES; INFOPLIST_KEY_CFBundleDisplayName = other;
                INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad = "A B";
                """,
                ["Info.plist": "{ CFBundleDisplayName = own; }"]
            )?.info
        )
        #expect(found["NSCameraUsageDescription"]?.string == "for App")
        #expect(found.entry("NSCameraUsageDescription")?.origin == path)
        #expect(found.entry("NSCameraUsageDescription")?.place.line ?? 0 > 1)
        #expect(found["UIFileSharingEnabled"]?.boolean == true)
        #expect(found["UISupportedInterfaceOrientations~ipad"]?.strings == ["A", "B"])
        #expect(found["CFBundleDisplayName"]?.string == "own")
        #expect(found.entry("CFBundleDisplayName")?.origin == nil)
    }

    @Test("An Info.plist that is only generated has no path, and a missing one is nil")
    func generatedInfo() {
        let generated = configuration("GENERATE_INFOPLIST_FILE = YES;")
        #expect(generated?.infoPath == nil)
        #expect(generated?.info?.entries?.isEmpty == true)
        #expect(configuration("A = b;")?.info == nil)
    }

    @Test(
        "A property list that a setting names and that is not there is reported",
        arguments: [
            ("INFOPLIST_FILE = Gone.plist;", "Gone.plist"),
            ("CODE_SIGN_ENTITLEMENTS = ../../Gone.entitlements;", "App.xcodeproj/project.pbxproj"),
            ("INFOPLIST_FILE = \"$(UNKNOWN)/Info.plist\";", "App.xcodeproj/project.pbxproj"),
            ("INFOPLIST_FILE = /etc/passwd;", "App.xcodeproj/project.pbxproj"),
        ]
    )
    func missingDocuments(settings: String, path: String) {
        let facts = facts(settings)
        #expect(facts.unread.map(\.path) == [path])
        #expect(facts.unread.map(\.reason) == [.missing])
        let configuration = facts.targets.first?.configurations.first
        #expect(configuration?.info == nil)
        #expect(configuration?.entitlements == nil)
    }

    @Test("Circles and missing files of settings files end, and the latter are reported")
    func inclusions() {
        let base = "isa = PBXFileReference; path = A.xcconfig; sourceTree = \"<group>\";"
        let facts = facts(
            "",
            [
                "A.xcconfig":
                    "#include \"B.xcconfig\"\n#include? \"Local.xcconfig\"\n#include \"Gone.xcconfig\"\nA[sdk=iphoneos*] = a;",
                "B.xcconfig":
                    "#include \"A.xcconfig\"\n// A = c\nB = https:/$()/b\n=\n[x]\nnothing",
            ],
            [
                "BASE": base,
                "ARELEASE":
                    "isa = XCBuildConfiguration; name = Release; baseConfigurationReference = BASE; buildSettings = { };",
            ]
        )
        let settings = facts.targets.first?.configurations.first?.settings
        #expect(settings?["A"] == "a")
        #expect(settings?["B"] == "https:/$()/b")
        #expect(facts.unread.map(\.path) == ["A.xcconfig"])
        #expect(facts.unread.map(\.place?.line) == [3])
    }

    /// The settings of an app whose settings file is `path`.
    private func settings(_ path: String, _ files: [String: String]) -> Facts {
        facts(
            "",
            files,
            [
                "BASE": "isa = PBXFileReference; path = \"\(path)\"; sourceTree = \"<group>\";",
                "ARELEASE":
                    "isa = XCBuildConfiguration; name = Release; baseConfigurationReference = BASE; buildSettings = { };",
            ]
        )
    }

    @Test(
        "An inclusion is looked for where Xcode looks",
        arguments: [
            // Beside the file that has it, before anywhere else.
            ("x.xcconfig", ["Settings/x.xcconfig": "A = found", "x.xcconfig": "A = wrong"]),
            // Beside the file that includes that one.
            (
                "deep/y.xcconfig",
                [
                    "Settings/deep/y.xcconfig": "#include \"x.xcconfig\"",
                    "Settings/x.xcconfig": "A = found",
                ]
            ),
            // In the project's folder.
            ("Config/x.xcconfig", ["Config/x.xcconfig": "A = found"]),
            // Without its suffix, and in other letters.
            ("x", ["Settings/x.xcconfig": "A = found"]),
            ("X.XCConfig", ["Settings/x.xcconfig": "A = found"]),
        ]
    )
    func searchedInclusions(name: String, files: [String: String]) {
        let base = ["Settings/Base.xcconfig": "#include \"\(name)\""]
        let facts = settings("Settings/Base.xcconfig", files.merging(base) { $1 })
        #expect(facts.targets.first?.configurations.first?.settings["A"] == "found")
        #expect(facts.unread.isEmpty)
    }

    @Test("A file that two others include counts each time, as the last word has it")
    func repeatedInclusion() {
        let facts = settings(
            "Base.xcconfig",
            [
                "Base.xcconfig":
                    "#include \"Common.xcconfig\"\nA = base\n#include \"Common.xcconfig\"",
                "Common.xcconfig": "A = common",
            ]
        )
        #expect(facts.targets.first?.configurations.first?.settings["A"] == "common")
    }

    @Test("Files that include one another twice each end")
    func manyInclusions() {
        let files = (0..<40).map { index in
            let next = "#include \"\(index + 1).xcconfig\"\n"
            return ("\(index).xcconfig", next + next + "A = \(index)")
        }
        let facts = settings("0.xcconfig", Dictionary(uniqueKeysWithValues: files))
        #expect(facts.targets.first?.configurations.first?.settings["A"] == "0")
    }

    @Test("Settings that double one another stay bounded")
    func doubling() {
        let settings = (0..<40).map { "V\($0) = \"$(V\($0 + 1))$(V\($0 + 1))\";" }.joined()
        let found = configuration(settings + "V40 = \"0123456789\";")
        #expect(found?.settings.values.allSatisfy { $0.utf8.count <= 1 << 17 } == true)
    }
}
