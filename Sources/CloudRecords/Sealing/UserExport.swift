import Foundation
import ProtectionModel
import SodiumCrypto

/// Where an export is written: a folder.
package protocol ExportFolder {
    /// Writes a file, whose bytes `body` gives in their order.
    ///
    /// - Throws: ``ProtectionError``, as `already-exists`; what `body` throws.
    func write(
        _ name: String,
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws
}

/// What an export came to.
package struct UserExport: Sendable, Hashable {
    /// Records that were written.
    package internal(set) var recordCount = 0
    /// Assets that were written.
    package internal(set) var assetCount = 0
    /// Records, values and assets that could not be had, by their records: changed on the service,
    /// or gone.
    package internal(set) var failures: [RecordOutcome] = []
}

extension RecordContainer {
    /// Writes everything that the container has of the user who is signed in: `user.json`, the
    /// records of the private database in `private.ndjson`, with encrypted values opened, those of
    /// the public database that the user saved first or last in `public.ndjson`, and each asset as
    /// a file.
    ///
    /// - Throws: ``ProtectionError`` with `not-authenticated`; `protected-data-unavailable` when a
    ///   value cannot be opened now, and then what was written is incomplete; what the folder
    ///   throws.
    /// - Complexity: O(records), for the public database all of them.
    package func exportUser(to folder: any ExportFolder) throws -> UserExport {
        let user = try call(.user) { _ in try self.user(self.account.signedIn()) }
        try folder.write("user.json") { write in
            try write(ExportedUser(user).line())
        }
        var export = Exporting(folder: folder)
        for scope in [DatabaseScope.private, .public] {
            let database = database(scope)
            try folder.write("\(scope.rawValue).ndjson") { write in
                let zones = scope == .public ? [RecordZone(.standard)] : try database.zones()
                for zone in zones {
                    try export.write(zone.id, of: database, write)
                }
            }
        }
        return export.result
    }
}

/// An export under way.
private struct Exporting {
    let folder: any ExportFolder
    var result = UserExport()

    mutating func write(
        _ zone: RecordZoneID,
        of database: RecordDatabase,
        _ write: ([UInt8]) throws -> Void
    ) throws {
        let pass = try database.sealingPass()
        try pass?.identify()
        var serial: Int64 = 0
        while true {
            let page = try database.everything(in: zone, after: serial)
            guard let last = page.last else { return }
            serial = last
            for record in page.records {
                switch try pass?.open(record) ?? .success(record) {
                case .success(let record): try write(line(of: record, in: database))
                case .failure(let error): note(error, record)
                }
            }
        }
    }

    private mutating func note(_ error: ProtectionError, _ record: Record) {
        result.failures.append(RecordOutcome(id: record.id, result: .failure(error)))
    }

    private mutating func line(of record: Record, in database: RecordDatabase) throws -> [UInt8] {
        var fields: [String: ExportedValue] = [:]
        for (name, value) in record.fields {
            if case .sealed = value {
                do throws(ProtectionError) {
                    guard let opened = try record.encryptedValue(name) else { continue }
                    fields[name] = try exported(opened, of: record, database)
                    fields[name]?.isEncrypted = true
                } catch {
                    guard error.code == .authenticationFailure else { throw error }
                    note(error, record)
                    fields[name] = ExportedValue(type: "ENCRYPTED", failure: "\(error.code)")
                }
            } else {
                fields[name] = try exported(value, of: record, database)
            }
        }
        result.recordCount += 1
        return try ExportedRecord(record, fields).line()
    }

    private mutating func exported(
        _ value: RecordValue,
        of record: Record,
        _ database: RecordDatabase
    ) throws(ProtectionError) -> ExportedValue {
        switch value {
        case .asset(let asset): return try exported(asset, of: record, database)
        case .list(let values):
            var list: [ExportedValue] = []
            for value in values { list.append(try exported(value, of: record, database)) }
            return ExportedValue(type: "LIST", list: list)
        default: return ExportedValue(value)
        }
    }

    private mutating func exported(
        _ asset: RecordAsset,
        of record: Record,
        _ database: RecordDatabase
    ) throws(ProtectionError) -> ExportedValue {
        let name = "asset-\(result.assetCount + 1)"
        do throws(ProtectionError) {
            try answer {
                try self.folder.write(name) { write in
                    try database.read(asset) { try write($0.array) }
                }
            }
            result.assetCount += 1
            return ExportedValue(type: "ASSET", file: name)
        } catch {
            guard error.code == .assetNotFound || error.code == .authenticationFailure else {
                throw error
            }
            note(error, record)
            return ExportedValue(type: "ASSET", failure: "\(error.code)")
        }
    }
}

private struct ExportedUser: Encodable {
    let id: String
    let account: String
    let firstName: String?
    let lastName: String?
    let addresses: [String]
    let roles: [String]

    init(_ user: StoredUser) {
        id = user.id
        account = user.account
        firstName = user.name?.first
        lastName = user.name?.last
        addresses = user.addresses
        roles = user.roles
    }
}

private struct ExportedRecord: Encodable {
    let type: String
    let name: String
    let zone: String
    let parent: String?
    /// Seconds since 1970, as ``ExportedValue/seconds``.
    let created: String?
    let modified: String?
    let creator: String?
    let fields: [String: ExportedValue]

    init(_ record: Record, _ fields: [String: ExportedValue]) {
        type = record.type
        name = record.id.name
        zone = record.id.zone.name
        parent = record.parent?.name
        created = record.metadata?.created.decimal
        modified = record.metadata?.modified.decimal
        creator = record.metadata?.creator.name
        self.fields = fields
    }
}

/// A value by the word of its type; what is nil is left out.
private struct ExportedValue: Encodable {
    var type: String
    var isEncrypted: Bool?
    var text: String?
    var integer: Int64?
    /// Also numbers that JSON has not, such as infinity.
    var real: String?
    /// Since 1970, with nine decimals.
    var seconds: String?
    var base64: String?
    var latitude: Double?
    var longitude: Double?
    var record: String?
    var file: String?
    var list: [ExportedValue]?
    var failure: String?

    init(
        type: String,
        file: String? = nil,
        list: [ExportedValue]? = nil,
        failure: String? = nil
    ) {
        self.type = type
        self.file = file
        self.list = list
        self.failure = failure
    }

    init(_ value: RecordValue) {
        self.init(type: RecordFieldType(of: value)?.description ?? "LIST")
        switch value {
        case .string(let text): self.text = text
        case .integer(let number): integer = number
        case .real(let number): real = "\(number)"
        case .date(let time): seconds = time.decimal
        case .bytes(let bytes): base64 = Data(bytes).base64EncodedString()
        case .location(let place):
            latitude = place.latitude
            longitude = place.longitude
        case .reference(let reference): record = reference.id.description
        case .asset, .list, .sealed: break
        }
    }
}

extension Timestamp {
    fileprivate var decimal: String {
        let digits = String(nanoseconds)
        return "\(seconds)." + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    }
}

extension Encodable {
    /// One line of JSON.
    fileprivate func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}
