import AuditCollection
import AuditFacts
import Documents
import TestSupport
import Testing

struct CollectionFuzzTests {
    private static let settings =
        "#include \"A.xcconfig\"\nA[sdk=iphoneos*] = $(B:lower) // c\nB = $(A)$(B)"

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
            let facts = AuditCollector(swift: nil, objectiveC: nil).collect(DistinctTree(tree))
            #expect(facts.fileCount == 5)
        }
    }
}
