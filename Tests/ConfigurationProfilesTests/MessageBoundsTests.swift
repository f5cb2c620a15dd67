import ConfigurationProfiles
import ProtectionModel
import Testing

/// What a message may hold besides its content, and in which forms the content may stand.
@Suite("Bounds of messages that profiles are signed in")
struct MessageBoundsTests {
    @Test("all but the content has a mebibyte, wherever it stands")
    func besideContent() throws {
        let whole = try DERNode(Fixture.profile("p256"))
        for (count, isAllowed) in [(1_000_000, true), (1 << 20, false)] {
            // Beside the signature, and in the extension of a certificate that nobody uses.
            var attribute = whole
            attribute[1, 0, 4, 0].children.append(unsigned(DERNode(0x04, zeros(count))))
            var certificate = whole
            let extensions = certificate[1, 0, 3, 0, 0].children.count - 1
            certificate[1, 0, 3].children.append(whole[1, 0, 3, 0])
            certificate[1, 0, 3, 1, 0, extensions, 0].children.append(
                DERNode(0x30, [DERNode(0x06, [0x2A, 3, 4]), DERNode(0x04, zeros(count))])
            )
            for message in [attribute, certificate] {
                if isAllowed {
                    let document = try ProfileDocument(reading: message.encoding)
                    #expect(document.isSigned)
                } else {
                    expectRefusal(message.encoding, "more than 1048576 bytes beside its content")
                }
            }
        }
    }

    @Test(
        "a content of two mebibytes may be in one piece, in many, or of indefinite length",
        arguments: ContentForm.allCases
    )
    func content(form: ContentForm) throws {
        var message = try DERNode(Fixture.profile("sha1"))
        let plain = try ProfileDocument(reading: message.encoding)
        let place = message[1, 0, 2, 1, 0]
        let bytes = place.bytes + Array("<!--".utf8) + zeros(2 << 20, 0x20) + Array("-->".utf8)
        message[1, 0, 2, 1, 0] = form.node(of: bytes)
        let encoding = form == .indefinite ? message.indefiniteEncoding : message.encoding
        let document = try ProfileDocument(reading: encoding)
        #expect(document.root == plain.root)
        guard case .notChecked = document.signature else {
            Issue.record("\(document.signature)")
            return
        }
    }

    @Test("a signature over a content in pieces is checked", arguments: ContentForm.allCases)
    func signature(form: ContentForm) throws {
        var message = try DERNode(Fixture.profile("p256"))
        let bytes = message[1, 0, 2, 1, 0].bytes
        message[1, 0, 2, 1, 0] = form.node(of: bytes)
        let isIndefinite = form == .indefinite
        // Only to there: a certificate of indefinite length is not the one that was issued.
        let encoding = isIndefinite ? message.encoding(indefiniteTo: 5) : message.encoding
        #expect(try ProfileDocument(reading: encoding).isSigned)
        message[1, 0, 2, 1, 0] = form.node(of: bytes + [0x0A])
        expectRefusal(message.encoding, "not the one that was signed")
    }

    @Test("what stands in the content's place is not taken for content elsewhere")
    func otherPlaces() throws {
        let whole = try DERNode(Fixture.profile("p256"))
        let large = DERNode(0x04, zeros(2 << 20))
        // A second content, a content that is a sequence, and one in a message of no type.
        var second = whole
        second[1, 0, 2, 1].children.append(large)
        var sequence = whole
        sequence[1, 0, 2, 1].children = [DERNode(0x30, [large])]
        var later = whole
        later[1, 0].children.insert(DERNode(0x02, [1]), at: 0)
        later[1, 0, 3, 1].children = [large]
        for message in [second, sequence, later] {
            expectRefusal(message.encoding, "beside its content")
        }
        var untyped = whole
        untyped[0].bytes[8] = 3
        expectRefusal(untyped.encoding, "not a signed one")
    }

    @Test("revocation lists are refused, also with a tag in the long form")
    func revocationLists() throws {
        var message = try DERNode(Fixture.profile("p256"))
        message[1, 0].children.insert(DERNode(0xA1, [DERNode]()), at: 4)
        expectRefusal(message.encoding, "has revocation lists")
        message[1, 0, 4].children = [DERNode(0x04, zeros(200))]
        expectRefusal(message.encoding, "has revocation lists")
        var bytes = message.encoding
        let head = try #require(bytes.firstRange(of: [0xA1, 0x84, 0, 0, 0]))
        bytes.replaceSubrange(head, with: [0xBF, 1, 0x83, 0, 0])
        expectRefusal(bytes, "cannot be read")
    }

    @Test("attributes that are not signed have the tag of revocation lists, and are passed over")
    func unsignedAttributes() throws {
        var message = try DERNode(Fixture.profile("p256"))
        message[1, 0, 4, 0].children.append(unsigned(DERNode(0x05, [UInt8]())))
        #expect(try ProfileDocument(reading: message.encoding).isSigned)
    }

    @Test("a certificate with many distribution points under a long name is refused in no time")
    func distributionPoints() throws {
        let whole = try DERNode(Fixture.profile("p256"))
        let part = DERNode(
            0x30,
            [DERNode(0x06, [0x55, 4, 3]), DERNode(0x0C, Array("a".utf8))]
        )
        // Relative to the issuer's name, which OpenSSL copies for each.
        let point = DERNode(0x30, [DERNode(0xA0, [DERNode(0xA1, [part])])])
        for (count, isAllowed) in [(1, true), (4_000, false)] {
            var certificate = whole[1, 0, 3, 0]
            certificate[0, 3].children = Array(repeating: DERNode(0x31, [part]), count: count)
            let points = DERNode(0x30, Array(repeating: point, count: count))
            certificate[0, certificate[0].children.count - 1, 0].children.append(
                DERNode(
                    0x30,
                    [DERNode(0x06, [0x55, 0x1D, 0x1F]), DERNode(0x04, points.encoding)]
                )
            )
            var message = whole
            message[1, 0, 3].children.append(certificate)
            let start = ContinuousClock.now
            if isAllowed {
                #expect(try ProfileDocument(reading: message.encoding).isSigned)
            } else {
                expectRefusal(message.encoding, "too many distribution points")
            }
            #expect(start.duration(to: .now) < .seconds(20))
        }
    }

    @Test("a content in pieces within pieces is refused when it is deep", arguments: [10, 10_000])
    func deep(depth: Int) throws {
        let head: [UInt8] = [
            0x30, 0x80, 0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2, 0xA0, 0x80,
            0x30, 0x80, 0x02, 1, 1, 0x31, 0, 0x30, 0x80,
            0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1, 0xA0, 0x80,
        ]
        let pieces = Array(repeating: [0x24, 0x80] as [UInt8], count: depth).flatMap(\.self)
        let tail = zeros(2 * depth + 4) + [0x31, 0] + zeros(6)
        expectRefusal(head + pieces + tail, depth > 32 ? "too deep" : "cannot be read")
    }

    private func unsigned(_ value: DERNode) -> DERNode {
        let attribute = DERNode(0x30, [DERNode(0x06, [0x2A, 3, 4]), DERNode(0x31, [value])])
        return DERNode(0xA1, [attribute])
    }

    private func zeros(_ count: Int, _ byte: UInt8 = 0) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    private func expectRefusal(_ bytes: [UInt8], _ reason: String) {
        let error = #expect(throws: ProtectionError.self) { try ProfileDocument(reading: bytes) }
        #expect(error?.code == .malformedProfile)
        #expect(error?.description.contains(reason) == true, "\(error as Any)")
    }
}

/// How an OCTET STRING may be written in BER (X.690, section 8.7).
enum ContentForm: CaseIterable {
    case whole
    case pieces
    case piecesInPieces
    case indefinite

    func node(of bytes: [UInt8]) -> DERNode {
        guard self != .whole else { return DERNode(0x04, bytes) }
        let pieces = stride(from: 0, to: bytes.count, by: 1_000).map {
            DERNode(0x04, Array(bytes[$0..<min($0 + 1_000, bytes.count)]))
        }
        guard self == .piecesInPieces else { return DERNode(0x24, pieces) }
        let (first, rest) = (pieces.prefix(pieces.count / 2), pieces.dropFirst(pieces.count / 2))
        return DERNode(0x24, [DERNode(0x24, Array(first)), DERNode(0x24, Array(rest))])
    }
}

extension DERNode {
    /// With indefinite lengths wherever they may be.
    fileprivate var indefiniteEncoding: [UInt8] { encoding(indefiniteTo: .max) }

    /// With indefinite lengths in so many levels from the top.
    fileprivate func encoding(indefiniteTo level: Int) -> [UInt8] {
        guard level >= 0, tag & 0x20 != 0 else { return encoding }
        return [tag, 0x80] + children.flatMap { $0.encoding(indefiniteTo: level - 1) } + [0, 0]
    }
}

extension ProfileDocument {
    fileprivate var isSigned: Bool { if case .signed = signature { true } else { false } }
}
