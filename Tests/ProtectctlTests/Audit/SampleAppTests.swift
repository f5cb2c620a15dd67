import Foundation
import Testing

@Suite("The sample app")
struct SampleAppTests {
    private static let folder = Checkout.root.appending(path: "Tests/SampleApp")

    @Test("has the findings that are listed beside it, and no others")
    func findings() throws {
        let run = try Desk().run("audit \(Self.folder.path) --json --today 2026-11-22")
        #expect(run.status == 1, "\(run.talk)")
        let found = try #require(try run.json().object?["findings"]?.array).map { finding in
            let fields = finding.object ?? [:]
            let words = ["level", "rule", "path"].map { fields[$0]?.string ?? "" }
            let line = fields["line"]?.number.map { "\(Int($0))" } ?? ""
            let isAccepted = fields["suppression"]?.object != nil
            return words.joined(separator: " ") + ":\(line)" + (isAccepted ? " (accepted)" : "")
        }
        let listed = try String(
            contentsOf: Self.folder.appending(path: "findings.txt"),
            encoding: .utf8
        )
        #expect(found == listed.split(separator: "\n").map(String.init))
    }
}
