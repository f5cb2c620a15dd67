import FilesystemMount
import SystemPackage
import TestSupport
import Testing

@Suite("Fuzzing a session")
struct SessionFuzzTests {
    @Test("whatever the kernel sends, the session goes on")
    func mutants() throws {
        let kernel = try Kernel()
        let session = try kernel.session(showing: MemoryTree())
        defer { session.end() }
        var mutator = Mutator(seed: 3)
        for round in 0..<Mutator.iterationCount {
            let golden = GoldenRequest.all[mutator.number(below: GoldenRequest.all.count)]
            var bytes = mutator.mutate(golden.bytes)
            if bytes.isEmpty { continue }
            if bytes.count >= 40 {
                bytes.replaceSubrange(0..<4, with: u32(UInt32(bytes.count)))
                bytes.replaceSubrange(8..<16, with: u64(2))
                // Most are about a folder that is there.
                bytes.replaceSubrange(16..<24, with: u64(mutator.number(below: 3) == 0 ? 5 : 1))
            }
            try kernel.send(bytes)
            try kernel.send(.statfs, unique: 1_000)
            while try #require(try kernel.receive(), "round \(round)").unique != 1_000 {}
        }
        // What was answered after the question is still in the socket.
        try kernel.send(.getattr, zeros(16), unique: 1_001)
        while try #require(try kernel.receive()).unique != 1_001 {}
    }
}
