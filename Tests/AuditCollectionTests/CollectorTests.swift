import AuditCollection
import AuditFacts
import Synchronization
import Testing

struct CollectorTests {
    private let texts = Dictionary(
        uniqueKeysWithValues: (0..<200).map { number in
            (
                number.isMultiple(of: 3) ? "\(number).plist" : "d/\(number).swift",
                "{ a = \(number); }"
            )
        }
    )

    @Test("The facts are the same whatever the number of jobs", arguments: [0, 2, 7, 1000])
    func jobs(count: Int) {
        let one = collect(texts)
        let many = collect(texts, jobs: count)
        #expect(one.documents == many.documents)
        #expect(one.code == many.code)
        #expect(one.documents.map(\.path) == one.documents.map(\.path).sorted())
        #expect(one.fileCount == 200)
    }

    @Test("Progress is reported for each file, up to the last")
    func progress() {
        let seen = Mutex<[Int]>([])
        let reader: AuditCollector.CodeReader = { path, _ in CodeFile(path: path, language: .swift)
        }
        _ = AuditCollector(swift: reader, objectiveC: nil)
            .collect(DistinctTree(MemoryTree(texts: texts)), jobs: 3) { done, total in
                seen.withLock { $0.append(done) }
                #expect(total == 200)
            }
        #expect(seen.withLock { $0.sorted() } == Array(1...200))
    }

    @Test("A source that parses in part is a fact and counted")
    func flaws() {
        let flawed = CodeFile(
            path: "a.swift",
            language: .swift,
            flaws: [SourceFlaw("expected '}'", at: SourcePlace(line: 3, column: 1))]
        )
        let facts = collect(["a.swift": ""], code: ["a.swift": flawed])
        #expect(facts.code == [flawed])
        #expect(facts.unread.map(\.reason) == [.malformed])
        #expect(facts.unread.map(\.place?.line) == [3])
    }

    @Test("An empty tree has no facts")
    func empty() {
        let facts = collect([:])
        #expect(facts.fileCount == 0)
        #expect(facts.targets.isEmpty && facts.documents.isEmpty && facts.unread.isEmpty)
    }
}
