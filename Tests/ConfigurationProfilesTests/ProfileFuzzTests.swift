import ConfigurationProfiles
import Preferences
import ProtectionModel
import TestSupport
import Testing

/// Mutants of profiles, plain and signed: nothing may crash, what is refused is refused with one
/// code, and what is signed says what the signer said.
@Suite("Fuzzing profiles")
struct ProfileFuzzTests {
    private static let names = [
        "restrictions", "rsa", "p256", "key-identifier", "no-attributes", "indefinite",
    ]
    private static var count: Int { Mutator.iterationCount / names.count }

    @Test("profiles are read, checked, merged and compared, or refused", arguments: names)
    func profiles(name: String) throws {
        try fuzz(try Fixture.profile(name), seed: 1)
    }

    @Test("so are binary ones")
    func binary() throws {
        let root = try ProfileDocument(reading: try Fixture.profile("restrictions")).root
        try fuzz(PropertyList(.dictionary(root)).binary, seed: 2)
    }

    @Test("so are trust anchors")
    func anchors() throws {
        let document = try ProfileDocument(reading: try Fixture.profile("p256"))
        guard case .signed(let signer) = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
        let day = Timestamp(seconds: signer.notBefore.seconds + 86_400)
        let other = try Fixture.bytes("other-root.pem")
        var mutator = Mutator(seed: 3)
        for round in 0..<Self.count {
            let pem = mutator.mutate(other)
            do {
                let trust = try signer.trust(anchors: pem, at: day)
                #expect(trust != .trusted, "round \(round)")
            } catch {
                #expect(error.code == .invalidArgument, "round \(round): \(error)")
            }
        }
    }

    private func fuzz(_ whole: [UInt8], seed: UInt64) throws {
        let plain = try ConfigurationProfile(reading: whole)
        let linter = ProfileLinter(at: Timestamp(seconds: 0))
        var mutator = Mutator(seed: seed)
        for round in 0..<Self.count {
            let bytes = mutator.mutate(whole)
            do {
                let document = try ProfileDocument(reading: bytes)
                _ = linter.findings(in: [document, document])
                let profile = try ConfigurationProfile(document)
                _ = EffectiveRestrictions([plain, profile])
                _ = PasscodePolicy([plain, profile]).rules
                _ = ManagedPreferences([plain, profile])
                let difference = ProfileDifference(from: plain, to: profile)
                if case .signed = profile.signature {
                    #expect(difference.changes.isEmpty, "round \(round)")
                }
            } catch {
                #expect(error.code == .malformedProfile, "round \(round): \(error)")
            }
        }
    }
}
