import AuditCollection
import AuditFacts
import Documents
import Testing

/// What follows from a project stays in proportion to it, and what is left out is said.
@Suite("Hostile projects")
struct HostileProjectTests {
    private let path = "A.xcodeproj/project.pbxproj"

    private func facts(_ project: SampleProject, _ files: [String: String] = [:]) -> Facts {
        collect(files.merging([path: project.text]) { $1 })
    }

    private func tooLarge(_ facts: Facts) -> [String] {
        facts.unread.filter { $0.reason == .tooLarge }.map(\.path)
    }

    /// Targets `T0` and so on, each with `fields`.
    private func targets(_ count: Int, _ fields: String) -> [String: String] {
        let names = (0..<count).map { "T\($0)" }
        let targets = names.map { ($0, "isa = PBXNativeTarget; name = \($0); \(fields)") }
        let list = names.joined(separator: ", ")
        return Dictionary(uniqueKeysWithValues: targets).merging([
            "PROJECT":
                "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( \(list) );"
        ]) { $1 }
    }

    fileprivate static let long = String(repeating: "x", count: 60_000)

    /// A way in which few settings make much text.
    enum Growth: CaseIterable {
        /// Each of a thousand names one that is long.
        case references
        /// Each is inherited twice by the next of its name.
        case inheritance
        /// What modifiers make is thrown away at once.
        case modifiers

        var settings: String {
            switch self {
            case .references:
                return "A = \(HostileProjectTests.long);"
                    + (0..<1000).map { "V\($0) = \"$(A)\";" }.joined()
            case .inheritance:
                let names = (0..<200).map { "K\($0)" }
                return names.map { name in
                    let double = "\(name) = \"$(inherited)$(inherited)\";"
                    return "\(name) = 0123456789;" + String(repeating: double, count: 12)
                }.joined()
            case .modifiers:
                let value = "$(A" + String(repeating: ":upper", count: 80) + ")"
                return "A = \(HostileProjectTests.long);"
                    + (0..<40).map { "V\($0) = \"\(value)\";" }.joined()
            }
        }
    }

    @Test(
        "Settings that grow stay bounded in all, and the project says so once",
        arguments: Growth.allCases
    )
    func growth(_ growth: Growth) throws {
        let settings = growth.settings
        let facts = facts(SampleProject(settings: settings))
        let found = try #require(facts.targets.first?.configurations.first?.settings)
        let length = found.values.reduce(0) { $0 + $1.utf8.count }
        #expect(length <= 4 << 20 + settings.utf8.count)
        #expect(found.count > 40)
        #expect(tooLarge(facts) == [path])
        #expect(facts.unread.first?.message.contains("'App' for 'Release'") == true)
    }

    @Test("A property list that would grow with its variables stays as it is written")
    func growingDocument() {
        let entries = (0..<500).map { "<key>k\($0)</key><string>$(A)</string>" }.joined()
        let facts = facts(
            SampleProject(settings: "A = \(Self.long); INFOPLIST_FILE = Info.plist;"),
            ["Info.plist": "<plist><dict>\(entries)</dict></plist>"]
        )
        let info = facts.targets.first?.configurations.first?.info
        #expect(info?["k0"]?.string?.utf8.count == 60_000)
        #expect(info?["k499"]?.string == "$(A)")
        #expect(tooLarge(facts) == [path])
    }

    @Test("A configuration that is listed often counts once")
    func repeatedConfiguration() {
        let list = Array(repeating: "ARELEASE", count: 20_000).joined(separator: ", ")
        let facts = facts(
            SampleProject(settings: "A = b;").with([
                "ALIST": "isa = XCConfigurationList; buildConfigurations = ( \(list) );"
            ])
        )
        #expect(facts.targets.first?.configurations.map(\.name) == ["Release"])
        #expect(facts.unread.isEmpty)
    }

    @Test("Of many configurations the first 64 count, and their list says so")
    func manyConfigurations() {
        let names = (0..<65).map { "C\($0)" }
        let objects = names.map { ($0, "isa = XCBuildConfiguration; name = \($0);") }
        let project = SampleProject()
            .with(Dictionary(uniqueKeysWithValues: objects))
            .with(targets(3, "buildConfigurationList = ALIST;"))
            .with(["ALIST": "buildConfigurations = ( \(names.joined(separator: ", ")) );"])
        let facts = facts(project)
        #expect(facts.targets.map(\.configurations.count) == [64, 64, 64])
        #expect(tooLarge(facts) == [path])
    }

    @Test("Of a specification's configurations the first 64 count, and it says so")
    func specifiedConfigurations() {
        let names = (0..<65).map { "  C\($0): release\n" }.joined()
        let facts = collect([
            "project.yml": "configs:\n\(names)targets:\n  A:\n    type: application\n"
        ])
        #expect(facts.targets.first?.configurations.count == 64)
        #expect(tooLarge(facts) == ["project.yml"])
    }

    @Test(
        "Targets that share much have what there is room for, and a project beside theirs has all"
    )
    func sharedSettings() {
        let value = String(repeating: "x", count: 10_000)
        let project = SampleProject(settings: (0..<100).map { "A\($0) = \(value);" }.joined())
            .with(targets(300, "buildConfigurationList = ALIST;"))
        let other = "B.xcodeproj/project.pbxproj"
        let facts = facts(project, [other: SampleProject(settings: "A = b;").text])
        let settings = facts.targets.filter { $0.project == path }
            .map { $0.configurations.first?.settings ?? [:] }
        #expect(settings.count == 300)
        #expect(settings.first?["A99"] == value)
        #expect(settings.contains { $0.isEmpty })
        let innocent = facts.targets.first { $0.project == other }
        #expect(innocent?.configurations.first?.settings["A"] == "b")
        #expect(tooLarge(facts) == [path])
    }

    @Test("Groups in groups end where no path can be that long")
    func nestedGroups() {
        let name = String(repeating: "a", count: 50)
        let groups = (0..<100).map { index in
            ("G\(index)", "isa = PBXGroup; path = \(name); children = ( G\(index + 1) );")
        }
        let project = SampleProject(children: "G0")
            .with(Dictionary(uniqueKeysWithValues: groups))
        #expect(tooLarge(facts(project)) == [path])
    }

    @Test("Settings files that include more than is read say so")
    func inclusions() {
        let project = SampleProject(children: "BASE").with([
            "BASE": "isa = PBXFileReference; path = A.xcconfig; sourceTree = \"<group>\";",
            "ARELEASE": "name = Release; baseConfigurationReference = BASE; buildSettings = { };",
        ])
        let often = String(repeating: "#include \"B\"\n", count: 2000)
        let facts = facts(project, ["A.xcconfig": often + "A = b", "B.xcconfig": "B = c"])
        #expect(facts.targets.first?.configurations.first?.settings["B"] == "c")
        #expect(tooLarge(facts) == ["A.xcconfig"])
    }
}
