import DeviceIdentifiers
import ProtectionModel
import Testing

@Suite("A damaged ledger")
struct LedgerDamageTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    init() throws {
        try bench.install(mail)
        for number in 1...10 {
            _ = try bench.service.ownIdentifier(of: mail, purpose: "number \(number)")
        }
    }

    @Test("is an error that names the first broken entry", arguments: LedgerDamage.all)
    func named(damage: LedgerDamage) throws {
        #expect(try bench.service.ledger.verify() == 10)
        let whole = try bench.text(of: damage.document)
        let lines = whole.split(separator: "\n").map(String.init)
        let changed = damage.change(lines)?.map { $0 + "\n" }.joined()
        try #require(changed != whole)
        try bench.put(changed, damage.document)
        let reports: [() throws -> Void] = [
            { try bench.service.ledger.verify() },
            { _ = try bench.service.ledger.entries() },
            { _ = try bench.service.ledger.privacyReport() },
            { _ = try bench.service.ledger.summary() },
        ]
        for report in reports {
            let refusal = refused(report)
            #expect(refusal?.code == .authenticationFailure)
            #expect(
                (refusal?.cause as? BrokenLedger)?.entry == damage.entry,
                "\(refusal?.description ?? "no error")"
            )
        }
    }

    @Test(
        "is left as it is, and gives nothing out, when its open document is hurt",
        arguments: LedgerDamage.all.filter { $0.document == "ledger.ndjson" }
    )
    func notWritten(damage: LedgerDamage) throws {
        let lines = try bench.text(of: damage.document).split(separator: "\n").map(String.init)
        try bench.put(damage.change(lines)?.map { $0 + "\n" }.joined(), damage.document)
        let contents = try bench.contents()
        let refusal = refused { try bench.service.vendorIdentifier(for: mail) }
        #expect(refusal?.code == .authenticationFailure)
        #expect(try bench.contents() == contents)
    }

    @Test("shows when an older open document is put back beside those that were put away since")
    func olderOpen() throws {
        let older = try bench.text(of: "ledger.ndjson")
        for _ in 0..<6 { _ = try bench.service.ownIdentifier(of: mail) }
        let count = try bench.service.ledger.verify()
        try bench.put(older, "ledger.ndjson")
        for refusal in [
            refused { try bench.service.ledger.verify() },
            refused { try bench.service.ownIdentifier(of: mail) },
        ] {
            #expect(refusal?.code == .authenticationFailure)
            #expect(((refusal?.cause as? BrokenLedger)?.entry ?? 0) <= count)
        }
    }

    @Test("is not made whole by writing over what is in the place of a full document")
    func takenPlace() throws {
        let other = try bench.text(of: "ledger-000001.ndjson")
        try bench.put(other, "ledger-000003.ndjson")
        let refusal = refused { try bench.service.ownIdentifier(of: mail) }
        #expect(refusal?.code == .authenticationFailure)
        #expect(try bench.text(of: "ledger-000003.ndjson") == other)
    }

    @Test("says so when another hash is used than before")
    func otherHash() throws {
        let other = IdentifierService(
            bench.documents,
            clock: bench.clock,
            random: Zeros(),
            hash: { IdentifierBench.hash($0).reversed() }
        )
        #expect(refused { try other.ledger.verify() }?.code == .authenticationFailure)
    }

    private struct Zeros: IdentifierRandomSource {
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    }
}
