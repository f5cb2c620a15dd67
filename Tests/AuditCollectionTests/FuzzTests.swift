import AuditCollection
import AuditFacts
import StructuredText
import TestSupport
import Testing

struct CollectionFuzzTests {
    private static let markup = """
        <?xml version="1.0"?><!DOCTYPE plist SYSTEM "a"><plist version="1.0"><dict>
        <key>a</key><array><string>&lt;x&#65;</string><integer>-12</integer><true/><data>AAEC</data>
        <!-- c --><![CDATA[ ]]></array><key>b</key><real>1.5</real></dict></plist>
        """
    private static let plain =
        "// c\n{ a = ( 1, \"b\\n\\U00e9\\101\", <0fa5>, ); /* d */ \"e f\" = { g = h; }; }"
    private static let settings =
        "#include \"A.xcconfig\"\nA[sdk=iphoneos*] = $(B:lower) // c\nB = $(A)$(B)"

    @Test(
        "Mutants of property lists are read or refused, and never more",
        arguments: [markup, plain, "{\"a\": [1, 2.5, true, null, \"\\u00e9\"], \"aps\": {}}"]
    )
    func propertyLists(text: String) {
        var mutator = Mutator(seed: UInt64(text.utf8.count))
        for _ in 0..<Mutator.iterationCount {
            _ = try? PropertyListText.read(mutator.mutate(Array(text.utf8)))
        }
    }

    @Test("Mutants of a markup document are read or refused, and every end had a start")
    func markupReader() {
        var mutator = Mutator(seed: 2)
        for _ in 0..<Mutator.iterationCount {
            var depth = 0
            guard var reader = try? MarkupReader(mutator.mutate(Array(Self.markup.utf8)), depth: 6)
            else { continue }
            while let event = try? reader.next() {
                switch event {
                case .start: depth += 1
                case .end: depth -= 1
                case .text: break
                }
                #expect((0...6).contains(depth))
            }
        }
    }

    @Test("Mutants of projects and settings files make facts, whatever they say")
    func projects() {
        let project = SampleProject(
            settings: "A = \"$(B)$(inherited)\"; INFOPLIST_FILE = Info.plist;",
            target: "buildPhases = ( PHASE ); fileSystemSynchronizedGroups = ( S );",
            children: "A, S, BASE"
        ).with([
            "PHASE": "isa = PBXSourcesBuildPhase; files = ( B );",
            "B": "isa = PBXBuildFile; fileRef = A;",
            "A": "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";",
            "S": "isa = PBXFileSystemSynchronizedRootGroup; path = S; exceptions = ( E );",
            "E": "membershipExceptions = ( B.swift ); target = APP;",
            "BASE": "isa = PBXFileReference; path = A.xcconfig; sourceTree = \"<group>\";",
            "PRELEASE":
                "name = Release; baseConfigurationReference = BASE; buildSettings = { C = d; };",
        ]).text
        var mutator = Mutator(seed: 3)
        for round in 0..<Mutator.iterationCount / 4 {
            let isSettings = round.isMultiple(of: 2)
            let tree = MemoryTree([
                "P.xcodeproj/project.pbxproj":
                    isSettings ? Array(project.utf8) : mutator.mutate(Array(project.utf8)),
                "A.xcconfig":
                    isSettings
                    ? mutator.mutate(Array(Self.settings.utf8)) : Array(Self.settings.utf8),
                "S/A.swift": [], "A.swift": [], "Info.plist": Array("{ a = \"$(A)\"; }".utf8),
            ])
            let facts = AuditCollector(swift: nil, objectiveC: nil).collect(tree)
            #expect(facts.fileCount == 5)
        }
    }
}
