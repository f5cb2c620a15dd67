import AuditFacts
import Testing

/// What projects name and is not in the tree is said once, with what is thereby unknown.
@Suite("Missing files of projects")
struct MissingFileTests {
    private let path = "A.xcodeproj/project.pbxproj"
    private let settingsFile =
        "isa = XCBuildConfiguration; name = Release; baseConfigurationReference = BASE; buildSettings = { };"

    /// A project with an app and an extension, both with the settings file at `path`.
    private func project(_ path: String) -> SampleProject {
        SampleProject(children: "BASE").with([
            "PROJECT":
                "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( APP, EXT );",
            "EXT": "isa = PBXNativeTarget; name = Ext; buildConfigurationList = ALIST;",
            "BASE": "isa = PBXFileReference; path = \"\(path)\"; sourceTree = \"<group>\";",
            "ARELEASE": settingsFile,
        ])
    }

    private func unread(_ project: SampleProject, _ files: [String: String]) -> [UnreadInput] {
        collect(files.merging([path: project.text]) { $1 }).unread
    }

    @Test(
        "What CocoaPods makes from a Podfile in the tree is not missing",
        arguments: [
            ("", "Podfile", true), ("", "other", false), ("", "Sub/Podfile", false),
            ("Sub/", "Sub/Podfile", true), ("Sub/", "Podfile", false),
        ]
    )
    func generated(folder: String, present: String, isKnown: Bool) {
        let pods = "\(folder)Pods/Target Support Files/Pods-App/Pods-App.release.xcconfig"
        let named = unread(project(pods), [present: ""])
        #expect(named.isEmpty == isKnown)
        let including = ["A.xcconfig": "#include \"\(pods)\"\nA = b", present: ""]
        #expect(unread(project("A.xcconfig"), including).isEmpty == isKnown)
    }

    @Test("What is included if it is there is not missing")
    func optional() {
        #expect(unread(project("A.xcconfig"), ["A.xcconfig": "#include? \"B.xcconfig\""]).isEmpty)
    }

    @Test("An inclusion that is missing to several targets is said once, with their names")
    func inclusion() {
        let notes = unread(
            project("A.xcconfig"),
            [
                "A.xcconfig": "#include \"B.xcconfig\"\n#include \"Gone.xcconfig\"",
                "B.xcconfig": "#include \"Gone\"\n#include \"Gone.xcconfig\"",
            ]
        )
        #expect(notes.map(\.path) == ["B.xcconfig"])
        #expect(notes.map(\.place?.line) == [1])
        #expect(notes.map(\.reason) == [.missing])
        #expect(
            notes.first?.message.hasSuffix(
                """
                build settings of the targets 'App' and 'Ext' are not all known, and rules that \
                ask for them may be wrong
                """
            ) == true
        )
    }

    @Test("A file that is missing in two ways is said once, with what each makes unknown")
    func twice() {
        let project = SampleProject(
            settings: "INFOPLIST_FILE = Gone.plist;",
            target: "buildPhases = ( PHASE );",
            children: "GONE"
        ).with([
            "PHASE": "isa = PBXResourcesBuildPhase; files = ( FILE );",
            "FILE": "isa = PBXBuildFile; fileRef = GONE;",
            "GONE": "isa = PBXFileReference; path = Gone.plist; sourceTree = \"<group>\";",
        ])
        let notes = unread(project, [:])
        #expect(notes.map(\.path) == ["Gone.plist"])
        #expect(notes.first?.message.contains("files of the target 'App' are not") == true)
        #expect(notes.first?.message.contains("the Info.plist of the target 'App' is") == true)
    }

    @Test("Of many targets the first are named")
    func manyTargets() {
        let names = (1...5).map { "T\($0)" }
        let targets = names.map { name in
            (name, "isa = PBXNativeTarget; name = \(name); buildConfigurationList = ALIST;")
        }
        let project = project("Gone.xcconfig").with(Dictionary(uniqueKeysWithValues: targets))
            .with([
                "PROJECT":
                    "isa = PBXProject; mainGroup = MAIN; targets = ( \(names.joined(separator: ", ")) );"
            ])
        let notes = unread(project, [:])
        #expect(notes.map(\.path) == ["Gone.xcconfig"])
        #expect(notes.first?.message.contains("targets 'T1', 'T2', 'T3' and 2 more are") == true)
    }

    @Test("A project file in the middle of a merge is said once, with what is unknown")
    func mergeConflict() {
        let lines = project("A.xcconfig").text.split(separator: "\n")
        let text =
            (lines.prefix(4) + ["<<<<<<< HEAD"] + lines[4...5] + ["======="] + lines[4...5]
            + [">>>>>>> topic"] + lines.dropFirst(6)).joined(separator: "\n")
        let facts = collect([path: text, "A.xcconfig": ""])
        #expect(facts.targets.isEmpty)
        #expect(facts.unread.map(\.reason) == [.malformed])
        #expect(facts.unread.first?.place?.line == 5)
        #expect(facts.unread.first?.message.contains("merge conflict markers") == true)
        #expect(facts.unread.first?.message.contains("targets and their settings") == true)
    }

    @Test("A broken project file without all markers of a merge is only broken")
    func noConflict() {
        let facts = collect([path: "<<<<<<< HEAD\n=======\n{"])
        #expect(facts.unread.map(\.reason) == [.malformed])
        #expect(facts.unread.first?.message.contains("merge") == false)
    }
}
