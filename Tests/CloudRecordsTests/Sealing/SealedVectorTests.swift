import CloudRecords
import Foundation
import ProtectionModel
import SodiumCrypto
import Synchronization
import Testing

/// Bytes that count up from 0 over all draws.
final class CountingRandom: RandomSource {
    private let given = Mutex(0)

    func fill(_ bytes: inout MutableRawSpan) {
        let count = bytes.byteCount
        let start = given.withLock { given in
            defer { given += count }
            return given
        }
        bytes.storeBytes((start..<start + count).map { UInt8(truncatingIfNeeded: $0) })
    }
}

/// `reader/sealed_records.py`, which shares no code with this package.
enum SealedRecordReader {
    private static let interpreter = "/usr/bin/python3"
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether interpreter and modules are here: Debian's python3, python3-cryptography,
    /// python3-pycryptodome.
    static let isAvailable: Bool = {
        let check = """
            import cryptography
            try: import Cryptodome
            except ImportError: import Crypto
            """
        return (try? run(["-c", check]))?.status == 0
    }()

    /// What a record holds; nil when the reader refuses it.
    static func open(_ given: [String: Any]) throws -> [String: Any]? {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("sealed-\(UUID().uuidString).json")
        try JSONSerialization.data(withJSONObject: given).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = folder.appendingPathComponent("reader/sealed_records.py").path
        let (status, output) = try run([script, "open", file.path])
        guard status == 0 else { return nil }
        return try JSONSerialization.jsonObject(with: output) as? [String: Any]
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        process.arguments = ["-B", "-s"] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("output-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardInput = FileHandle.nullDevice
        // A file and not a pipe: nobody has to empty it while the process runs.
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try Data(contentsOf: file))
    }
}

/// A record that was sealed with counted bytes, and all that a reader needs to open it.
private struct SealedSample {
    static let photo = (0..<65_539).map { UInt8(truncatingIfNeeded: 31 * $0 ^ $0 >> 8) }

    let trial: SealedTrial
    let device: SealedDevice

    init(_ random: any RandomSource) throws {
        let trial = try CloudTrial()
        let circle = MemoryKeyCircle(random: random)
        self.trial = SealedTrial(trial: trial, circle: circle)
        device = try self.trial.device()
        var record = Record.secret()
        record.setEncryptedValue(.integer(-258), for: "number")
        record.setEncryptedValue(.list([.string("é"), .string("")]), for: "words")
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource(Self.photo)))
        try device.notes().save(record)
    }

    var body: [UInt8] {
        get throws { RecordBody.encode(try trial.stored("a").fields) }
    }

    /// As the script takes it; the device's private keys are the first that were drawn.
    func given(session: [UInt8], unlocked: [UInt8]) throws -> [String: Any] {
        let own = device.holder.id.bytes.hexadecimal
        let stored = trial.trial.assets.contents
        return [
            "place": [
                "container": CloudTrial.notes.identifier, "environment": "development",
                "scope": "private", "owner": try trial.owner, "zone": "notes", "record": "a",
                "type": "Note",
            ],
            "own": own,
            "private": ["session": session.hexadecimal, "unlocked": unlocked.hexadecimal],
            "senders": [own: device.holder.sessionKey.hexadecimal],
            "list": try trial.keys().hexadecimal,
            "body": try body.hexadecimal,
            "assets": Dictionary(
                stored.map { (GenericHash.hash(of: $0).hexadecimal, $0.hexadecimal) }
            ) { first, _ in first },
        ]
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

@Suite("frozen vectors and the reader in Python")
struct SealedVectorTests {
    @Test("a sealed record and its zone's keys are, byte for byte, what the script computes")
    func frozen() throws {
        let sample = try SealedSample(CountingRandom())
        let file = SealedRecordReader.folder.appendingPathComponent("Vectors/sealed-record.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let vectors = try #require(json as? [String: Any])
        let place = try #require(vectors["place"] as? [String: String])
        let owner = try sample.trial.owner
        #expect(place["owner"] == owner)
        #expect(vectors["list"] as? String == (try sample.trial.keys().hexadecimal))
        #expect(vectors["body"] as? String == (try sample.body.hexadecimal))
        let own = vectors["own"] as? String
        #expect(own == sample.device.holder.id.bytes.hexadecimal)
    }

    @Test(
        "the reader in Python opens what the service has, and nothing that was changed",
        .enabled(
            if: SealedRecordReader.isAvailable,
            "it needs /usr/bin/python3 with the modules cryptography and pycryptodome"
        )
    )
    func reader() throws {
        let bytes = (0..<64).map { UInt8($0) }
        let sample = try SealedSample(CountingRandom())
        var given = try sample.given(session: Array(bytes[..<32]), unlocked: Array(bytes[32...]))
        let opened = try #require(try SealedRecordReader.open(given))
        #expect((opened["secret"] as? [String: Any])?["string"] as? String == SealedTrial.secret)
        #expect((opened["number"] as? [String: Any])?["integer"] as? Int == -258)
        #expect((opened["words"] as? [String: [Any]])?["list"]?.count == 2)
        let photo = (opened["photo"] as? [String: Any])?["asset"] as? String
        #expect(photo == SealedSample.photo.hexadecimal)
        var list = try sample.trial.keys()
        list[20] ^= 1
        given["list"] = list.hexadecimal
        #expect(try SealedRecordReader.open(given) == nil)
        given = try sample.given(session: Array(bytes[1..<33]), unlocked: Array(bytes[32...]))
        #expect(try SealedRecordReader.open(given) == nil)
    }
}
