import DeviceSimulation
import FoundationEssentials
import ProtectedStore
import StatePreservation
import TestSupport
import Testing

@Suite("Random damage to an archive")
struct ArchiveFuzzTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    @Test(
        "never crashes a reader, and is never touched",
        arguments: [1, 2, 3, 4] as [UInt64]
    )
    func mutants(seed: UInt64) throws {
        var mutator = Mutator(seed: seed)
        try bench.save()
        let whole = try bench.device.files.read(ArchiveBench.path)
        var words: Set<String> = []
        for _ in 0..<Mutator.iterationCount / 4 {
            let mutant = mutator.mutate(whole)
            try bench.put(mutant)
            let outcome = try bench.archive.restore { _ in true }
            words.insert(outcome.word)
            for node in outcome.state?.nodes ?? [] {
                for key in node.keys {
                    _ = refused { try node.decode(Int.self, forKey: key) }
                    _ = refused { try node.decode([String: [Date]].self, forKey: key) }
                }
            }
            #expect(try bench.device.files.read(ArchiveBench.path) == mutant)
            try bench.archive.completeRestoration()
        }
        #expect(words.isSubset(of: ["restoring", "damaged", "unsupported"]))
        #expect(words.contains("damaged"))
    }
}
