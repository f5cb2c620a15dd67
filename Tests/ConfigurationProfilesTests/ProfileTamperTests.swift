import ConfigurationProfiles
import Testing

@Suite("Signed profiles that were changed")
struct ProfileTamperTests {
    @Test(
        "no change gives other content under the signer's name",
        arguments: [
            "rsa", "p256", "key-identifier", "no-attributes", "indefinite", "self-signed",
        ]
    )
    func bytes(name: String) throws {
        let whole = try Fixture.profile(name)
        let plain = try ProfileDocument(reading: whole)
        var refusals = 0
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1 << UInt8(index % 8)
            guard let document = try? ProfileDocument(reading: changed) else {
                refusals += 1
                continue
            }
            // What is not signed may change: an algorithm's name, and other certificates.
            switch document.signature {
            case .signed: #expect(document.root == plain.root, "byte \(index)")
            case .notChecked: continue
            case .unsigned: Issue.record("byte \(index) takes the signature away")
            }
        }
        // The content alone is half of it.
        #expect(refusals > whole.count / 2)
    }
}
