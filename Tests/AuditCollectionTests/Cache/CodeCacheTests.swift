import AuditCollection
import AuditFacts
import SystemIO
import TestSupport
import Testing

@Suite("The cache of facts")
struct CodeCacheTests {
    /// Every kind of fact there is.
    private static let swift = #"""
        import A
        // protectctl:allow a.b -- why
        @available(iOS 17, *) class B: C {
            @D("e", f: .g) static let h = 1, i = nil, j = true
            enum K: String { case l }
            func m(_ n: O, p q: [R]) throws -> S {
                let t: U = watched("a\(b, c: .d)e")
                if let a = b, case .c(let d) = e, f { } else { g() }
                guard a else { return }
                switch a { case 1, 2: b() default: break }
                for a in b where c { d() }
                while a { continue }
                do { try a() } catch { throw b }
                a = b[c] as? D ?? [e: f, g: -1].h!
                i({ (j: K) in l }, [m, n], (o, p), q ? r : s)
                func t() { u() }
            }
            func v() { w() }
        }
        let (x = 1
        """#
    private static let objectiveC =
        """
        #import <A/B.h>
        @implementation C
        - (void)d:(E *)f { [g watched:^(H i) { j(); }]; }
        - (void)k { l.m = n; }
        @end
        """

    private static let files: [CodeFile] = [
        Sources.swift(swift), Sources.objectiveC(objectiveC), Sources.swift(""),
    ]

    private static func digest(_ number: Int) -> SourceDigest {
        SourceDigest(of: [UInt8(number)], language: .swift)
    }

    private static func cache() -> [UInt8] {
        var added: [SourceDigest: CodeCacheEntry] = [:]
        for (number, file) in files.enumerated() { added[digest(number)] = CodeCacheEntry(file) }
        return CodeCache(watched: ["watched"]).bytes(keeping: [], adding: added)
    }

    @Test("facts come back as they went in, under the path that asks")
    func roundTrip() {
        let cache = CodeCache(reading: Self.cache(), watched: ["watched"])
        #expect(cache.count == 3)
        for (number, file) in Self.files.enumerated() {
            #expect(cache.facts(for: Self.digest(number), path: file.path) == file)
        }
        #expect(cache.facts(for: Self.digest(0), path: "b")?.path == "b")
        #expect(cache.facts(for: Self.digest(9), path: "a") == nil)
    }

    @Test("the facts hold something of each kind")
    func examples() {
        let file = Self.files[0]
        #expect(!file.flaws.isEmpty && !file.suppressions.isEmpty && !file.variables.isEmpty)
        #expect(file.functions.map(\.name) == ["m", "v"])
        #expect(file.functions[0].body.count == 10)
        #expect(file.functions[1].folded != nil)
    }

    @Test("a folded body keeps its bytes from the first reading to the next cache")
    func foldedBytes() throws {
        let entry = CodeCacheEntry(Self.files[0]).bytes
        let again = try #require(CodeCache.decode(Array(entry.dropFirst(16))))
        #expect(CodeCacheEntry(again).bytes == entry)
        #expect(again.functions[1].unfolded()?.body == Self.files[0].functions[1].unfolded()?.body)
    }

    @Test("a new cache has what is kept and added, and nothing of files that are gone")
    func nextGeneration() {
        let old = CodeCache(reading: Self.cache(), watched: ["watched"])
        let bytes = old.bytes(
            keeping: [Self.digest(1), Self.digest(7)],
            adding: [Self.digest(3): CodeCacheEntry(Self.files[0])]
        )
        let new = CodeCache(reading: bytes, watched: ["watched"])
        #expect(new.count == 2)
        #expect(new.facts(for: Self.digest(1), path: "a.m") == Self.files[1])
        #expect(new.facts(for: Self.digest(3), path: "a.swift") == Self.files[0])
    }

    @Test("a cache for other names is empty, and so is a missing one")
    func otherNames() {
        #expect(CodeCache(reading: Self.cache(), watched: ["other"]).count == 0)
        #expect(CodeCache(watched: ["watched"]).count == 0)
    }

    @Test("a source in another language has another digest")
    func digests() {
        let digest = SourceDigest(of: [1], language: .swift)
        #expect(digest == SourceDigest(of: [1], language: .swift))
        #expect(digest != SourceDigest(of: [1], language: .objectiveC))
        #expect(digest != SourceDigest(of: [1, 0], language: .swift))
    }

    @Test("no truncation and no flipped bit gives facts that were not written")
    func damage() {
        let bytes = Self.cache()
        for count in bytes.indices { Self.expectNothingNew(Array(bytes[..<count])) }
        var damaged = bytes
        for index in bytes.indices {
            let bit: UInt8 = 1 << UInt8(index % 8)
            damaged[index] ^= bit
            Self.expectNothingNew(damaged)
            damaged[index] ^= bit
        }
    }

    @Test("no mutant with true checks makes the decoder trap")
    func mutants() {
        var mutator = Mutator(seed: 20_261_121)
        let entries = Self.files.map { Array(CodeCacheEntry($0).bytes.dropFirst(16)) }
        for round in 0..<Mutator.iterationCount {
            let file = CodeCache.decode(mutator.mutate(entries[round % entries.count]))
            for function in file?.functions ?? [] { _ = function.unfolded() }
        }
    }

    private static func expectNothingNew(_ bytes: [UInt8]) {
        let cache = CodeCache(reading: bytes, watched: ["watched"])
        for (number, file) in files.enumerated() {
            let facts = cache.facts(for: digest(number), path: file.path)
            #expect(facts == nil || facts == file)
        }
    }
}
