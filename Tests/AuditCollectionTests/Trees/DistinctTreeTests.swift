import AuditCollection
import AuditFacts
import Foundation
import Testing

@Suite("Names that are the same text")
struct DistinctTreeTests {
    private static let pairs: [([String], [String])] = [
        (["\u{E9}.swift", "e\u{301}.swift"], ["%C3%A9.swift", "e%CC%81.swift"]),
        (["K.swift", "\u{212A}.swift"], ["K.swift", "%E2%84%AA.swift"]),
        (
            ["\u{C5}/a", "A\u{30A}/a", "\u{212B}/b", "\u{C5}"],
            ["%C3%85/a", "A%CC%8A/a", "%E2%84%AB/b", "%C3%85"]
        ),
        (["a/\u{E9}", "b/e\u{301}"], ["a/\u{E9}", "b/e\u{301}"]),
        // A name that is spelled like another's spelling stays; the spelling gives way.
        (
            ["\u{E9}", "e\u{301}", "%C3%A9", "e%25CC%81"],
            ["%25C3%25A9", "e%CC%81", "%C3%A9", "e%25CC%81"]
        ),
        // Paths are cut at slashes, which must not become part of a character.
        (["a/\u{301}x", "\u{600}/y"], ["a/%CC%81x", "%D8%80/y"]),
        (
            ["a" + String(repeating: "\u{301}", count: 31)],
            ["a" + String(repeating: "%CC%81", count: 31)]
        ),
        (["\u{DC}", "u\u{308}"], ["\u{DC}", "u\u{308}"]),
    ]

    @Test("are spelled apart, all others as they are, and read by their bytes", arguments: pairs)
    func spelling(_ names: [String], _ spellings: [String]) throws {
        let tree = DistinctTree(MemoryTree(names.map { ($0, Array($0.utf8)) }))
        #expect(Set(tree.entries().map(\.path)) == Set(spellings))
        #expect(tree.entries().count == names.count)
        for (name, spelling) in zip(names, spellings) {
            #expect(try tree.read(spelling, limit: 999) == Array(name.utf8), "\(spelling)")
        }
        for name in names {
            #expect(
                tree.spellings(of: [name]).isSuperset(
                    of: spellings.filter { spelling in
                        (try? tree.read(spelling, limit: 999)) == Array(name.utf8)
                    }
                )
            )
        }
    }

    @Test("stand apart on the host, in folders too, and in trees that are joined")
    func host() throws {
        let folder = try TemporaryFolder()
        let names = ["\u{C5}/a", "A\u{30A}/a", "\u{E9}", "e\u{301}", "b/\u{301}c"]
        for name in names { try folder.write(name, name) }
        let tree = DistinctTree(try HostTree(folder.path))
        let paths = tree.entries().map(\.path)
        #expect(paths == ["%C3%85/a", "%C3%A9", "A%CC%8A/a", "b/%CC%81c", "e%CC%81"])
        let contents = try paths.map { try tree.read($0, limit: 99) }
        #expect(Set(contents) == Set(names.map { Array($0.utf8) }))
        let parts = ["\u{E9}/", "e\u{301}/"].map { prefix in
            (prefix, MemoryTree(texts: ["a": prefix]) as any SourceTree)
        }
        let joined = DistinctTree(JoinedTree(parts))
        #expect(joined.entries().map(\.path) == ["%C3%A9/a", "e%CC%81/a"])
        #expect(try joined.read("e%CC%81/a", limit: 9) == Array("e\u{301}/".utf8))
    }

    @Test("a project means the file with the bytes that it names, else any that is the same text")
    func projects() {
        let project =
            "name: A\ntargets:\n  App:\n    type: application\n    platform: iOS\n    sources: "
        func sources(_ files: [String], named name: String) -> Set<String> {
            let texts = files.map { ($0, Array("".utf8)) }
            let tree = MemoryTree(texts + [("project.yml", Array((project + name).utf8))])
            let reader: AuditCollector.CodeReader = { path, _ in
                CodeFile(path: path, language: .swift)
            }
            let facts = AuditCollector(swift: reader, objectiveC: reader)
                .collect(DistinctTree(tree))
            return facts.targets.reduce(into: []) { $0.formUnion($1.sources) }
        }
        let files = ["\u{C5}.swift", "A\u{30A}.swift"]
        #expect(sources(files, named: "[A\u{30A}.swift]") == ["A%CC%8A.swift"])
        #expect(sources(files, named: "[\u{C5}.swift]") == ["%C3%85.swift"])
        #expect(sources(files, named: "[\u{212B}.swift]") == ["A%CC%8A.swift"])
        #expect(sources([files[0]], named: "[\(files[1])]") == [files[0]])
        let folders = ["\u{C5}/a.swift", "A\u{30A}/b.swift"]
        #expect(sources(folders, named: "[A\u{30A}]") == ["A%CC%8A/b.swift"])
    }
}
