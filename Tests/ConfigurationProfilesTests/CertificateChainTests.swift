import ConfigurationProfiles
import Foundation
import ProtectionModel
import SignedMessages
import Testing

/// `Fixtures/make_chains` says how the certificates were made.
@Suite("Chains of certificates")
struct CertificateChainTests {
    @Test(
        "what RFC 5280 asks of a chain is asked, and what OpenSSL leaves to its caller",
        arguments: [
            ("sound", true), ("issuer-missing", false), ("impostor", false), ("circle", false),
            ("sha1-root", true), ("version-1-root", true), ("usage-root", false),
            ("strange-root", false),
            ("leaf-strange", false), ("leaf-purpose", true), ("leaf-purpose-critical", false),
            ("leaf-alternative-name-critical", false), ("leaf-sha1", false), ("leaf-pss", false),
            ("leaf-rsa-1024", false), ("leaf-rsa-3", true), ("leaf-rsa-exponent", false),
            ("leaf-secp256k1", false), ("leaf-p521", true), ("leaf-explicit", false),
            ("leaf-compressed", false), ("leaf-version-1", true),
            ("leaf-usage-none", true), ("leaf-usage-encipherment", false),
            ("leaf-usage-non-repudiation", true), ("leaf-usage-certificates", false),
            ("issuer-strange", false), ("issuer-is-none", false), ("issuer-by-usage", false),
            ("issuer-without-usage", false), ("issuer-version-1", false), ("issuer-sha1", false),
            ("issuer-ed25519", true), ("issuer-rsa", true), ("issuer-p224", false),
            ("path-length-kept", true), ("path-length-exceeded", false),
            ("names-kept", true), ("names-broken", false),
            ("mail-kept", true), ("mail-broken", false),
        ]
    )
    func rules(name: String, isTrusted: Bool) throws {
        #expect(try trusts(name, "roots", day: 1) == isTrusted)
        // Order and company of the certificates do not matter.
        let chain = try certificates(name)
        let others = try certificates("sound") + certificates("circle")
        let roots = try TrustAnchors(pem: try Fixture.bytes("Chains/roots.pem"))
        #expect(
            try roots.trust(
                chain[0],
                issuers: Array(others.reversed()) + chain.dropFirst().reversed(),
                at: day(1)
            ) == (isTrusted || name == "issuer-missing" || name == "impostor")
        )
    }

    @Test("an issuer may be the anchor, and then needs no root")
    func issuerAsAnchor() throws {
        #expect(try trusts("sound", "issuer-as-anchor", day: 1))
        #expect(try trusts("issuer-missing", "issuer-as-anchor", day: 1))
        #expect(try !trusts("leaf-strange", "issuer-as-anchor", day: 1))
        #expect(try !trusts("issuer-rsa", "issuer-as-anchor", day: 1))
    }

    @Test(
        "a signer among the anchors is trusted as it is, unless its key usage forbids signing",
        arguments: [
            ("sound", true), ("leaf-strange", true), ("leaf-rsa-1024", true),
            ("leaf-usage-none", true), ("leaf-usage-encipherment", false),
            ("leaf-usage-non-repudiation", true), ("leaf-usage-certificates", false),
        ]
    )
    func signerAsAnchor(name: String, isTrusted: Bool) throws {
        #expect(try trusts(name, name, day: 1) == isTrusted)
    }

    @Test("of anchors that share a name each is tried", arguments: ["twins", "twins-turned"])
    func twins(anchors: String) throws {
        #expect(try trusts("twin", anchors, day: 1))
        #expect(try !trusts("twin", "roots", day: 1))
        #expect(try !trusts("sound", anchors, day: 1))
    }

    @Test(
        "all of a chain is valid at the time that is handed in, not by the clock",
        arguments: ["brief-root", "issuer-brief", "sound"]
    )
    func validity(name: String) throws {
        let isBrief = name != "sound"
        #expect(try trusts(name, "roots", day: 1))
        #expect(try trusts(name, "roots", day: 29))
        #expect(try trusts(name, "roots", day: 31) != isBrief)
        #expect(try !trusts(name, "roots", day: -1))
        #expect(try !trusts(name, "roots", day: 3_651))
        #expect(try !trusts(name, "roots", seconds: .min))
        #expect(try !trusts(name, "roots", seconds: .max))
    }

    @Test("anchors are certificates alone, with text between them")
    func anchors() throws {
        let pem = try String(decoding: Fixture.bytes("root.pem"), as: UTF8.self)
        let body = pem.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
        for text in [pem, "text\n" + pem + "more text", pem + pem, crlf(pem)] {
            #expect(throws: Never.self, "\(text)") { try TrustAnchors(pem: Array(text.utf8)) }
        }
        for text in [
            "", "text", "-----BEGIN CERTIFICATE-----", pem + pem.dropLast(40),
            pem.replacing("CERTIFICATE", with: "PRIVATE KEY"), pem + block("PRIVATE KEY", body),
            pem.replacing("CERTIFICATE", with: "TRUSTED CERTIFICATE"),
            block("CERTIFICATE", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + body),
            block("CERTIFICATE", body.replacing("M", with: "%")), block("CERTIFICATE", "MAA="),
            block("CERTIFICATE", body + "\nAAAA"),
        ] {
            #expect(throws: SignedMessageError.self, "\(text)") {
                try TrustAnchors(pem: Array(text.utf8))
            }
        }
    }

    @Test("a certificate changed anywhere ends the chain, or is the same to its issuer")
    func changes() throws {
        let roots = try TrustAnchors(pem: try Fixture.bytes("Chains/roots.pem"))
        let chain = try certificates("sound")
        for issuers in [[chain[1] + [0]], [[]], [chain[1], [0x30, 0]]] {
            #expect(throws: SignedMessageError.self) {
                try roots.trust(chain[0], issuers: issuers, at: day(1))
            }
        }
        for (index, certificate) in chain.enumerated() {
            for byte in certificate.indices {
                var changed = chain
                changed[index][byte] ^= 1 << UInt8(byte % 8)
                let trust = try? roots.trust(changed[0], issuers: changed.dropFirst(), at: day(1))
                #expect(trust != true, "certificate \(index), byte \(byte)")
                changed[index] = Array(certificate[..<byte])
                #expect(throws: SignedMessageError.self) {
                    try roots.trust(changed[0], issuers: changed.dropFirst(), at: day(1))
                }
            }
        }
    }

    private func trusts(_ name: String, _ anchors: String, day number: Int64) throws -> Bool {
        try trusts(name, anchors, seconds: day(number).seconds)
    }

    private func trusts(_ name: String, _ anchors: String, seconds: Int64) throws -> Bool {
        let chain = try certificates(name)
        return try TrustAnchors(pem: try Fixture.bytes("Chains/\(anchors).pem"))
            .trust(chain[0], issuers: chain.dropFirst(), at: Timestamp(seconds: seconds))
    }

    private func certificates(_ name: String) throws -> [[UInt8]] {
        let text = String(decoding: try Fixture.bytes("Chains/\(name).pem"), as: UTF8.self)
        return try text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().map {
            let body = $0.components(separatedBy: "-----END")[0]
            return try [UInt8](#require(Data(base64Encoded: body.replacing("\n", with: ""))))
        }
    }

    /// So many days after the certificates were made.
    private func day(_ number: Int64) -> Timestamp {
        Timestamp(seconds: Self.made + number * 86_400)
    }

    private static let made: Int64 = 1_795_407_206

    private func block(_ name: String, _ body: String) -> String {
        "-----BEGIN \(name)-----\n\(body)\n-----END \(name)-----\n"
    }

    private func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
}
