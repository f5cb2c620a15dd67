import ConfigurationProfiles
import ProtectionModel
import Testing

@Suite("Signatures of profiles")
struct ProfileSignatureTests {
    private static let sound = [
        "rsa", "p256", "key-identifier", "no-attributes", "indefinite", "self-signed",
    ]

    @Test("signed content is read as the unsigned is", arguments: sound + ["sha1"])
    func content(name: String) throws {
        let plain = try ConfigurationProfile(reading: try Fixture.profile("restrictions"))
        let signed = try ConfigurationProfile(reading: try Fixture.profile(name))
        #expect(signed.payloads == plain.payloads)
        #expect(signed.signature != .unsigned)
    }

    @Test(
        "a message that cannot be a profile is refused with the reason",
        arguments: [("detached", "detached"), ("two-signers", "exactly one signature")]
    )
    func refused(name: String, reason: String) throws {
        let bytes = try Fixture.profile(name)
        let error = #expect(throws: ProtectionError.self) { try ProfileDocument(reading: bytes) }
        #expect(error?.code == .malformedProfile)
        #expect(error?.description.contains(reason) == true)
    }

    @Test("a message of many small or deep elements is refused before it fills the memory")
    func hostile() {
        let small = (0..<1_000_000).flatMap { _ in [0x05, 0x00] as [UInt8] }
        let deep = [UInt8](repeating: 0x30, count: 1).flatMap { _ in
            (0..<100_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        }
        let wide = [0x30, 0x83, 0x1E, 0x84, 0x80] + small
        for bytes in [wide, deep, [0x30, 0x80] + small, [0x30], [0x30, 0x84, 0xFF, 0xFF]] {
            let error = #expect(throws: ProtectionError.self) {
                try ProfileDocument(reading: bytes)
            }
            #expect(error?.code == .malformedProfile)
        }
    }

    @Test("a message cut anywhere is refused")
    func cuts() throws {
        let whole = try Fixture.profile("p256")
        for length in 0..<whole.count {
            #expect(throws: ProtectionError.self) {
                try ProfileDocument(reading: Array(whole[..<length]))
            }
        }
    }

    @Test("the signer is named", arguments: sound)
    func signer(name: String) throws {
        let signer = try signer(of: name)
        let subjects = [
            "p256": "Second Signer", "no-attributes": "Second Signer", "self-signed": "Only Myself",
        ]
        #expect(signer.subject.contains("CN=\(subjects[name] ?? "Profile Signer")"))
        #expect(signer.notAfter.seconds - signer.notBefore.seconds == 3650 * 86_400)
    }

    @Test("changed content is refused")
    func tampered() throws {
        let bytes = try Fixture.profile("tampered")
        let error = #expect(throws: ProtectionError.self) { try ProfileDocument(reading: bytes) }
        #expect(error?.code == .malformedProfile)
        #expect(error?.description.contains("not the one that was signed") == true)
    }

    @Test("SHA-1 proves nothing, and that is said")
    func weak() throws {
        let document = try ProfileDocument(reading: try Fixture.profile("sha1"))
        guard case .notChecked(let reason) = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
        #expect(reason.contains("1.3.14.3.2.26"))
    }

    @Test(
        "a signer is trusted when a chain leads to an anchor",
        arguments: [
            ("rsa", "root", true), ("rsa", "other-root", false), ("p256", "root", true),
            ("key-identifier", "root", true), ("indefinite", "root", true),
            ("self-signed", "root", false), ("self-signed", "self-signed", true),
            ("p256", "self-signed", false),
        ]
    )
    func trust(name: String, anchor: String, isTrusted: Bool) throws {
        let signer = try signer(of: name)
        let pem = try Fixture.bytes(anchor + ".pem")
        let day = Timestamp(seconds: signer.notBefore.seconds + 86_400)
        let trust = try signer.trust(anchors: pem, at: day)
        #expect((trust == .trusted) == isTrusted, "\(trust)")
        let both = try Fixture.bytes("other-root.pem") + pem
        #expect(try signer.trust(anchors: both, at: day) == trust)
    }

    @Test("a key usage that forbids signing is the reason, even for an anchor")
    func usage() throws {
        let signer = try signer(of: "Messages/usage-encipherment")
        for anchors in ["roots", "leaf-usage-encipherment"] {
            let pem = try Fixture.bytes("Chains/\(anchors).pem")
            #expect(
                try signer.trust(anchors: pem, at: signer.notBefore)
                    == .untrusted(
                        reason: "its certificate's key usage does not allow signatures"
                    )
            )
        }
    }

    @Test("outside of its validity a certificate is not trusted, and that is the reason")
    func validity() throws {
        let signer = try signer(of: "p256")
        let pem = try Fixture.bytes("root.pem")
        let before = Timestamp(seconds: signer.notBefore.seconds - 86_400)
        let after = Timestamp(seconds: signer.notAfter.seconds + 86_400)
        #expect(
            try signer.trust(anchors: pem, at: before)
                == .untrusted(reason: "its certificate is not valid yet")
        )
        #expect(
            try signer.trust(anchors: pem, at: after)
                == .untrusted(reason: "its certificate has expired")
        )
    }

    @Test("the first second of validity counts, the last one is past")
    func lastSecond() throws {
        let signer = try signer(of: "p256")
        let pem = try Fixture.bytes("root.pem")
        let last = Timestamp(seconds: signer.notAfter.seconds - 1)
        #expect(try signer.trust(anchors: pem, at: signer.notBefore) == .trusted)
        #expect(try signer.trust(anchors: pem, at: last) == .trusted)
        #expect(try signer.trust(anchors: pem, at: signer.notAfter) != .trusted)
        let itself = try self.signer(of: "self-signed")
        let itselfPEM = try Fixture.bytes("self-signed.pem")
        #expect(try itself.trust(anchors: itselfPEM, at: itself.notBefore) == .trusted)
        #expect(try itself.trust(anchors: itselfPEM, at: itself.notAfter) != .trusted)
    }

    @Test("without anchors nobody is trusted, and that is said")
    func noAnchors() throws {
        let signer = try signer(of: "rsa")
        let trust = try signer.trust(anchors: [], at: signer.notBefore)
        #expect(trust == .untrusted(reason: "no trust anchor was given"))
    }

    @Test("anchors that cannot be read are an error, not a signer who is not trusted")
    func badAnchors() throws {
        let signer = try signer(of: "rsa")
        for pem in ["-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", "root"] {
            let error = #expect(throws: ProtectionError.self) {
                try signer.trust(anchors: Array(pem.utf8), at: signer.notBefore)
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    private func signer(of name: String) throws -> ProfileSigner {
        let document = try ProfileDocument(reading: try Fixture.profile(name))
        guard case .signed(let signer) = document.signature else {
            throw ProtectionError(.internalError, "\(document.signature)")
        }
        return signer
    }
}
