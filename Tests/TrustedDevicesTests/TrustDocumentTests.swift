import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

@Suite("What a device keeps of its circle, and what travels")
struct TrustDocumentTests {
    private static func document() throws -> TrustDocument {
        let a = try Voice.founder()
        let b = try Voice.other(2, "B", a.circle)
        try a.add(b)
        try b.say(.rename("B2"))
        let statements = (a.said + b.said).map(\.bytes)
        return TrustDocument(a.circle, own: try b.id, isPending: false, statements)
    }

    @Test("it is read as it was written, in one encoding")
    func encoding() throws {
        let document = try Self.document()
        let bytes = document.bytes
        #expect(try TrustDocument(bytes) == document)
        for count in 0..<bytes.count {
            #expect(try TrustDocument(Array(bytes.prefix(count))) == nil)
        }
        #expect(try TrustDocument(bytes + [0]) == nil)
        #expect(refusal { try TrustDocument([2] + bytes.dropFirst()) } == .unsupportedVersion)
    }

    @Test("hostile documents and messages are refused, or read as what they are")
    func fuzz() throws {
        let document = try Self.document()
        let messages = StatementMessages.encode(document.statements)
        var mutator = Mutator(seed: 23)
        for _ in 0..<Mutator.iterationCount {
            if let read = try? TrustDocument(mutator.mutate(document.bytes)) {
                #expect(try TrustDocument(read.bytes) == read)
            }
            var reader = StatementMessages.Reader()
            if (try? reader.read(mutator.mutate(messages[0]))) == true {
                #expect(StatementMessages.encode(reader.statements).count == 1)
            }
        }
    }

    @Test("many statements travel in several messages, and 4,097 not at all")
    func messages() throws {
        let statements = (0..<4_096).map { [UInt8](repeating: UInt8($0 & 0xFF), count: 300) }
        let messages = StatementMessages.encode(statements)
        #expect(messages.count > 20)
        #expect(messages.allSatisfy { $0.count <= DeviceSession.byteLimit })
        var reader = StatementMessages.Reader()
        for (number, message) in messages.enumerated() {
            #expect(try reader.read(message) == (number == messages.count - 1))
        }
        #expect(reader.statements == statements)
        #expect(throws: CryptoError(.authenticationFailure)) { _ = try reader.read(messages[0]) }
        for hostile in [[], [2], [1, 0], [3, 0, 0], [3, 5, 0, 1], [3, 1, 2]] as [[UInt8]] {
            var reader = StatementMessages.Reader()
            #expect(throws: CryptoError(.authenticationFailure)) { _ = try reader.read(hostile) }
        }
    }

    @Test("4,096 statements are kept, and of one more nothing")
    func statementLimit() throws {
        let a = try Voice.founder()
        for number in 1..<4_096 { try a.say(.rename("\(number)")) }
        var document = TrustDocument(a.circle, own: try a.id, isPending: false, [])
        try document.add(a.said.map(\.bytes))
        #expect(document.statements.count == 4_096)
        let before = document
        try a.say(.rename("one more"))
        #expect(refusal { try document.add(a.said.suffix(2).map(\.bytes)) } == .limitExceeded)
        #expect(document == before)
        // What it has already, and what is none, takes no room.
        try document.add(a.said.prefix(10).map(\.bytes) + [[1, 2, 3]])
        #expect(document == before)
    }

    @Test(
        "a damaged document and a missing key are damage, and no reason to think that there is no circle"
    )
    func damage() throws {
        let (a, b) = try TrustingDevice.two()
        let folder: DevicePath = "/Trust"
        try a.device.documents.changing(.trust) { files, _ in
            try files.write([1, 2, 3], to: folder.appending("circle"), as: .complete)
        }
        #expect(refusal { try a.circle.standing() } == .authenticationFailure)
        #expect(refusal { try a.circle.create(named: "A") } == .authenticationFailure)
        #expect(refusal { try a.circle.invite() } == .authenticationFailure)
        try b.device.documents.changing(.trust) { files, _ in
            try files.remove(try folder.appending("session.key"))
            try files.remove(try folder.appending("identity.key"))
        }
        let purpose = try SessionPurpose("x")
        #expect(refusal { _ = try b.circle.introduce(for: purpose) } == .authenticationFailure)
        #expect(refusal { try b.circle.rename("X") } == .authenticationFailure)
        // The way out that is told.
        for device in [a, b] {
            try device.circle.leave()
            try device.circle.create(named: device.name)
            #expect(try device.names == [device.name])
        }
    }

    @Test("keys are kept in their classes, and in no other file")
    func classes() throws {
        let (a, _) = try TrustingDevice.two()
        let classes = try #require(
            try a.device.documents.reading(.trust) { files, folder in
                try Dictionary(
                    uniqueKeysWithValues: files.names(in: folder).map { name in
                        let path = try folder.appending(name)
                        return (name, try files.metadata(of: path).protection)
                    }
                )
            }
        )
        #expect(
            classes == [
                "identity.key": .complete, "unlocked.key": .complete,
                "session.key": .completeUntilFirstUserAuthentication,
                "circle": .completeUntilFirstUserAuthentication,
            ]
        )
    }

    @Test(
        "a removed device that nobody speaks to keeps what it knew, and the others go on without it"
    )
    func unheardRemoval() throws {
        let (a, b, c) = try TrustingDevice.three()
        #expect(try b.meet(c, introducing: true) == [])
        try c.circle.remove(try #require(b.id))
        #expect(try c.meet(a) == [])
        #expect(try b.meet(a) == [.notTrusted, .notTrusted])
        #expect(Set(try b.names) == ["A", "B", "C"])
        #expect(try a.names == ["A", "C"])
    }

    @Test("a device that removes itself says nothing more, and joins again once it has left")
    func removesItself() throws {
        let (a, b) = try TrustingDevice.two()
        try b.circle.remove(try #require(b.id))
        #expect(refusal { try b.circle.rename("X") } == .notTrusted)
        #expect(refusal { try b.circle.invite() } == .notTrusted)
        #expect(try b.meet(a) == [.notTrusted])
        try b.circle.leave()
        try a.circle.remove(try #require(a.circle.standing()?.membership.devices.last?.id))
        #expect(try pair(a, b).joiner == nil)
        #expect(try a.names == ["A", "B"])
    }

    @Test("without a circle there is nothing to change, and no device to be found")
    func withoutCircle() throws {
        let device = try TrustingDevice("A")
        #expect(try device.circle.standing() == nil)
        #expect(refusal { try device.circle.rename("X") } == .notFound)
        #expect(refusal { try device.circle.invite() } == .notFound)
        try device.circle.leave()
        try device.circle.create(named: "A")
        let stranger = try #require(TrustedDevice.ID(bytes: [UInt8](repeating: 1, count: 16)))
        #expect(refusal { try device.circle.remove(stranger) } == .notFound)
        for name in ["", "a\nb", String(repeating: "x", count: 65)] {
            #expect(refusal { try device.circle.rename(name) } == .invalidArgument)
        }
        try device.circle.rename("Ü")
        #expect(try device.names == ["Ü"])
    }
}
