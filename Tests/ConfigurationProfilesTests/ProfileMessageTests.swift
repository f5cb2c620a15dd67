import ConfigurationProfiles
import ProtectionModel
import Testing

/// `Fixtures/make_chains` says how `Messages` were made; others are put together here.
@Suite("Messages that profiles are signed in")
struct ProfileMessageTests {
    @Test(
        "what cannot be a profile's signature is refused with the reason",
        arguments: [
            ("rsa-1024", "weak"), ("secp256k1", "weak"), ("explicit", "weak"),
            ("no-certificate", "certificate of its signer"), ("not-signed", "not a signed one"),
            ("other-type", "its content is of the type 1.2.3.4"),
        ]
    )
    func refused(name: String, reason: String) throws {
        try expectRefusal(try Fixture.profile("Messages/\(name)"), reason)
    }

    @Test(
        "algorithms that prove little, or are not known, are named",
        arguments: [("md5", "1.2.840.113549.2.5"), ("pss", "1.2.840.113549.1.1.10")]
    )
    func notChecked(name: String, algorithm: String) throws {
        let document = try ProfileDocument(reading: try Fixture.profile("Messages/\(name)"))
        guard case .notChecked(let reason) = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
        #expect(reason.contains(algorithm))
    }

    @Test("less common keys are checked")
    func uncommon() throws {
        let document = try ProfileDocument(reading: try Fixture.profile("Messages/p521"))
        guard case .signed = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
    }

    @Test("names are written as RFC 4514 has it, without control characters")
    func names() throws {
        let document = try ProfileDocument(reading: try Fixture.profile("Messages/names"))
        guard case .signed(let signer) = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
        let name =
            ##"E=a@example.com,1.2.3.4=five,L=a\C2\85b\E2\80\AEc\E2\80\A8d,"##
            + ##"CN=Zoë \\\\ \0AB,OU=\#x+DC=beside,O=A\, \"B\" \+ C\; \<D\>"##
        #expect(signer.subject == name)
        #expect(signer.issuer == name)
    }

    @Test("nothing may follow the message", arguments: ["p256", "indefinite"])
    func trailing(name: String) throws {
        for more: [UInt8] in [[0], [0, 0], [0x30, 0], Array("<plist/>".utf8)] {
            try expectRefusal(try Fixture.profile(name) + more, "cannot be read")
        }
    }

    @Test("content type and digest are named once each, and are those of the content")
    func attributes() throws {
        let whole = try message("p256")
        let place = whole.signer[3]
        let type = try #require(place.children.first { $0.isAttribute(3) })
        let digest = try #require(place.children.first { $0.isAttribute(4) })
        var refusals: [[DERNode]] = [[], [type], [digest], place.children + [type]]
        refusals.append(place.children + [digest])
        for old in [type, digest] {
            var twice = old
            twice[1].children += old[1].children
            refusals.append(place.children.map { $0.encoding == old.encoding ? twice : $0 })
        }
        for attributes in refusals {
            var changed = whole
            changed.signer[3].children = attributes
            try expectRefusal(changed.encoding, "")
        }
        var other = whole
        let index = try #require(place.children.firstIndex { $0.isAttribute(3) })
        // id-data becomes id-signedData: in the attribute, then of the content.
        other.signer[3].children[index][1, 0].bytes[8] = 2
        try expectRefusal(other.encoding, "not the one that was signed")
        other[1, 0, 2, 0].bytes[8] = 2
        try expectRefusal(other.encoding, "of the type 1.2.840.113549.1.7.2")
    }

    @Test("another signature is refused", arguments: ["p256", "rsa", "no-attributes"])
    func signature(name: String) throws {
        let whole = try message(name)
        let place = whole.signer.children.count - 1
        for byte in whole.signer[place].bytes.indices {
            var changed = whole
            changed.signer[place].bytes[byte] ^= 1
            try expectRefusal(changed.encoding, "signature does not belong")
        }
    }

    @Test("attributes that were changed are refused", arguments: ["p256", "rsa"])
    func attributesChanged(name: String) throws {
        var changed = try message(name)
        let time = try #require(changed.signer[3].children.firstIndex { $0.isAttribute(5) })
        changed.signer[3].children[time][1, 0].bytes[0] ^= 1
        try expectRefusal(changed.encoding, "signature does not belong")
    }

    @Test("the attributes cannot be left out, nor added to a signature without")
    func attributesExchanged() throws {
        var without = try message("p256")
        without.signer.children.remove(at: 3)
        try expectRefusal(without.encoding, "signature does not belong")
        var with = try message("no-attributes")
        with.signer.children.insert(try message("p256").signer[3], at: 3)
        try expectRefusal(with.encoding, "")
    }

    @Test("key, digest and algorithm must agree")
    func algorithms() throws {
        var changed = try message("p256")
        let ecdsaWithSHA256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2]
        changed.signer[4, 0].bytes = ecdsaWithSHA256
        let document = try ProfileDocument(reading: changed.encoding)
        guard case .notChecked = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
        // An elliptic key under RSA's name, and the other way.
        let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]
        changed.signer[4, 0].bytes = rsa
        try expectRefusal(changed.encoding, "weak")
        changed = try message("rsa")
        changed.signer[4, 0].bytes = ecdsaWithSHA256
        try expectRefusal(changed.encoding, "weak")
    }

    @Test("thousands of digests, certificates and signers are refused or passed over in no time")
    func crowds() throws {
        let whole = try message("p256")
        let time = try ContinuousClock().measure {
            var digests = whole
            digests[1, 0, 1].children = Array(repeating: whole[1, 0, 1, 0], count: 25_000)
            _ = try ProfileDocument(reading: digests.encoding)
            var certificates = whole
            certificates[1, 0, 3].children = Array(repeating: whole[1, 0, 3, 0], count: 33)
            try expectRefusal(certificates.encoding, "too many certificates")
            certificates[1, 0, 3].children = Array(repeating: whole[1, 0, 3, 0], count: 32)
            _ = try ProfileDocument(reading: certificates.encoding)
            var signers = whole
            signers[1, 0, 4].children = Array(repeating: whole.signer, count: 1_000)
            try expectRefusal(signers.encoding, "exactly one signature")
            signers[1, 0, 4].children = []
            try expectRefusal(signers.encoding, "exactly one signature")
        }
        #expect(time < .seconds(20))
    }

    private func message(_ name: String) throws -> DERNode {
        let bytes = try Fixture.profile(name)
        let node = DERNode(bytes)
        _ = try ProfileDocument(reading: node.encoding)
        return node
    }

    private func expectRefusal(_ bytes: [UInt8], _ reason: String) throws {
        let error = #expect(throws: ProtectionError.self) { try ProfileDocument(reading: bytes) }
        #expect(error?.code == .malformedProfile)
        #expect(reason.isEmpty || error?.description.contains(reason) == true, "\(error as Any)")
    }
}

extension DERNode {
    /// The last element of a signed message is the set of its signers.
    fileprivate var signer: DERNode {
        get { self[1, 0, self[1, 0].children.count - 1, 0] }
        set { self[1, 0, self[1, 0].children.count - 1, 0] = newValue }
    }

    /// PKCS #9: 3 for the content type, 4 for the digest, 5 for the time of signing.
    fileprivate func isAttribute(_ number: UInt8) -> Bool {
        children.first?.bytes == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, number]
    }
}
