import KeyManagement
import MemoryProbe
import SodiumCrypto
import Testing

@Suite(
    "What primitives leave on the stack",
    .serialized,
    .enabled(if: MemoryScanner.isPossible, "another process's memory cannot be read here")
)
struct ResidueTests {
    @Test("a primitive leaves neither keys nor outputs nor plaintext", arguments: Residue.allCases)
    func nothingStays(residue: Residue) throws {
        let secrets = try residue.run(SecureArena()).map { try $0.secret.withBytes { $0.array } }
        let needles = secrets.enumerated().flatMap { index, bytes in
            Needle(name: "secret \(index)", bytes: bytes).forms
        }
        let probe = try ProbeProcess(["residue", residue.rawValue])
        #expect(probe.line() == "ready")
        let report = try probe.scanner.scan(needles)
        #expect(report.found == [], "\(report)")
    }
}
