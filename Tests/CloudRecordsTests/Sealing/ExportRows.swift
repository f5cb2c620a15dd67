import CloudRecords
import Foundation
import ProtectionModel
import Testing

/// Keeps what is exported in memory.
final class MemoryExportFolder: ExportFolder {
    private(set) var files: [String: [UInt8]] = [:]

    func write(_ name: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        guard files[name] == nil else { throw ProtectionError(.alreadyExists, name) }
        files[name] = []
        var bytes: [UInt8] = []
        try body { bytes += $0 }
        files[name] = bytes
    }

    /// The lines of a file by the names of their records.
    func lines(_ name: String) throws -> [String: [String: Any]] {
        var lines: [String: [String: Any]] = [:]
        for line in try #require(files[name]).split(separator: UInt8(ascii: "\n")) {
            let object = try JSONSerialization.jsonObject(with: Data(line))
            let record = try #require(object as? [String: Any])
            lines[try #require(record["name"] as? String)] = record
        }
        return lines
    }

    func field(_ field: String, of record: String, in file: String) throws -> [String: Any] {
        let fields = try lines(file)[record]?["fields"] as? [String: Any]
        return try #require(fields?[field] as? [String: Any])
    }
}

@Suite("exports (row R-89)", .everyEngine)
struct ExportRows {
    private func filled(_ trial: SealedTrial) throws -> SealedDevice {
        let device = try trial.device()
        let database = try device.notes()
        for number in 0..<250 { try database.save(.secret("n\(number)", "text \(number)")) }
        var record = Record.secret("all")
        for (key, value) in RecordBodyTests.fields where RecordFieldType(of: value) != nil {
            if case .sealed = value { continue }
            if value.assets.isEmpty, value.references.isEmpty { record["v_\(key)"] = value }
        }
        record["photo"] = .asset(RecordAsset(from: MemoryAssetSource([1, 2, 3])))
        try database.save(record)
        var standard = Record("Note", RecordID("standard"))
        standard.setEncryptedValue(.integer(5), for: "number")
        try database.save(standard)
        try device.container.setDiscoverable(true)
        let world = device.container.database(.public)
        try world.save(.photo("mine", [4, 5], .standard))
        let bob = try trial.device(of: .bob)
        try bob.container.database(.public).save(.photo("bobs", [6, 6, 6], .standard))
        try bob.notes().save(.secret("bobs", "not Ada's"))
        return device
    }

    @Test("R-89: every private record with opened values, assets, and what pub has of the user")
    func all() throws {
        let trial = try SealedTrial()
        let device = try filled(trial)
        let folder = MemoryExportFolder()
        let export = try device.container.exportUser(to: folder)
        #expect(export.failures.isEmpty)
        #expect(export.assetCount == 2)
        let lines = try folder.lines("private.ndjson")
        #expect(lines.count == 252)
        for number in 0..<250 {
            let secret = try folder.field("secret", of: "n\(number)", in: "private.ndjson")
            #expect(secret["text"] as? String == "text \(number)")
            #expect(secret["isEncrypted"] as? Bool == true)
            if number > 3 { continue }
        }
        let number = try folder.field("number", of: "standard", in: "private.ndjson")
        #expect(number["integer"] as? Int == 5)
        let photo = try folder.field("photo", of: "all", in: "private.ndjson")
        #expect(folder.files[try #require(photo["file"] as? String)] == [1, 2, 3])
        let infinite = try folder.field("v_d", of: "all", in: "private.ndjson")
        #expect(infinite["real"] as? String == "-inf")
        let mine = try folder.field("photo", of: "mine", in: "public.ndjson")
        #expect(folder.files[try #require(mine["file"] as? String)] == [4, 5])
        // The user's record, too, and nothing of others.
        #expect(try folder.lines("public.ndjson").count == 2)
        let text = folder.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!text.contains("not Ada's") && !text.contains("bobs"))
        #expect(text.contains("Lovelace") && text.contains("ada@example.com"))
        #expect(export.recordCount == 254)
    }

    @Test("what does not authenticate is named, and the rest is exported")
    func damaged() throws {
        let trial = try SealedTrial()
        let device = try filled(trial)
        try trial.tamper("n7") { $0.setSealed(Array(try $0.sealed().bytes.dropLast())) }
        let folder = MemoryExportFolder()
        let export = try device.restarted(in: trial.trial).container.exportUser(to: folder)
        #expect(export.failures.map(\.id) == [.note("n7")])
        let secret = try folder.field("secret", of: "n7", in: "private.ndjson")
        #expect(secret["failure"] as? String == "authentication-failure")
        #expect(try folder.lines("private.ndjson").count == 252)
    }

    @Test("a locked device exports nothing as if it were all")
    func locked() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        try device.notes(as: .complete).save(.secret())
        device.holder.lockState = .locked
        let code = refusal { try device.container.exportUser(to: MemoryExportFolder()) }
        #expect(code == .protectedDataUnavailable)
        let nobody = try trial.trial.container(of: nil)
        #expect(refusal { try nobody.exportUser(to: MemoryExportFolder()) } == .notAuthenticated)
    }
}
