#if SignedProfiles
import ConfigurationProfiles
import Foundation
import Testing

@Suite("Signed profiles that were changed")
struct ProfileTamperTests {
    /// `PROTECTION_TOOLKIT_EXHAUSTIVE=1` changes every byte.
    private static let step =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_EXHAUSTIVE"] == "1" ? 1 : 11

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
        for index in stride(from: 0, to: whole.count, by: Self.step) {
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
        #expect(refusals * Self.step > whole.count / 2)
    }
}
#endif
