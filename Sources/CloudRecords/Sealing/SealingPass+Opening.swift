import ProtectionModel
import SodiumCrypto

/// What comes from the service.
extension SealingPass {
    /// The outcomes with their values opened.
    func open(_ outcomes: [RecordOutcome]) throws(ProtectionError) -> [RecordOutcome] {
        var opened: [RecordOutcome] = []
        for outcome in outcomes {
            guard let record = outcome.record else {
                opened.append(outcome)
                continue
            }
            let result = try open(record)
            opened.append(RecordOutcome(id: outcome.id, result: result.map { $0 }))
        }
        return opened
    }

    /// The records with their values opened, and those that the service must not have given.
    func open(
        _ records: [Record]
    ) throws(ProtectionError) -> (records: [Record], failures: [RecordOutcome]) {
        var opened: [Record] = []
        var failures: [RecordOutcome] = []
        for record in records {
            switch try open(record) {
            case .success(let record): opened.append(record)
            case .failure(let error):
                failures.append(RecordOutcome(id: record.id, result: .failure(error)))
            }
        }
        return (opened, failures)
    }

    /// A record with its values opened, as far as they can be, or why the whole of it is not to be
    /// believed.
    ///
    /// - Throws: `ProtectionError` when the service cannot be asked for keys.
    func open(_ record: Record) throws(ProtectionError) -> Result<Record, ProtectionError> {
        var results: [String: Result<RecordValue, ProtectionError>] = [:]
        let opening = RecordOpening(self, place(of: record))
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
            guard case .sealed(let sealed) = value else { continue }
            results[name] = try opening.open(sealed, named: name)
        }
        do throws(ProtectionError) {
            try sealing { try self.compare(record, &results) }
        } catch {
            guard error.code == .authenticationFailure else { throw error }
            return .failure(error)
        }
        var opened = record
        opened.setFetched(results)
        return .success(opened)
    }

    /// The record with values opened that could not be before; what was changed stays.
    func reopen(_ record: Record) throws(ProtectionError) -> Record {
        var record = record
        let opening = RecordOpening(self, place(of: record))
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
            guard case .sealed(let sealed) = value, record.isUnopened(name) else { continue }
            record.setFetched([name: try opening.open(sealed, named: name)])
        }
        return record
    }

    /// Compares a record with what was seen of it, and remembers it.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` for an older one.
    private func compare(
        _ record: Record,
        _ results: inout [String: Result<RecordValue, ProtectionError>]
    ) throws {
        guard let version = record.metadata.flatMap({ RecordVersion(tag: $0.changeTag) }) else {
            return
        }
        let zone = place(of: record.id.zone)
        let seen = try sealer.memory.record(record.id.name, in: zone)
        // What was seen while this was on its way may be newer.
        let isMeasure = seen.map { $0.order < start } ?? false
        var next = SeenRecord(version)
        if let seen {
            let isSameTime = seen.version.incarnation == version.incarnation
            let isOlder =
                isSameTime
                ? version.serial < seen.version.serial
                : seen.earlier.contains(version.incarnation)
            if isOlder {
                guard isMeasure else { return }
                throw ProtectionError.olderThanSeen("'\(record.id)'")
            }
            next.earlier = seen.earlier
            if !isSameTime { next.earlier.insert(seen.version.incarnation) }
            if seen.version == version { next.digests = seen.digests }
        }
        compare(record, &next.digests, &results)
        next.order = sealer.nextOrder()
        try sealer.memory.note(next, named: record.id.name, in: zone)
    }
}

extension SealingPass {
    /// Compares the encrypted values of a version with those that were seen of it.
    private func compare(
        _ record: Record,
        _ digests: inout [String: [UInt8]],
        _ results: inout [String: Result<RecordValue, ProtectionError>]
    ) {
        for name in digests.keys where keys?.contains(name) ?? true {
            if case .sealed = record.fields[name] { continue }
            results[name] = .failure(.removedValue(name, of: record.id))
        }
        for (name, value) in record.fields {
            guard case .sealed(let sealed) = value else { continue }
            let digest = GenericHash.hash(of: sealed.bytes, count: 16)
            if let known = digests[name], known != digest {
                results[name] = .failure(.olderThanSeen("'\(record.id)': '\(name)'"))
            } else {
                digests[name] = digest
            }
        }
    }
}

extension Record {
    /// Whether the value of a sealed field was not opened yet, or could not be where it was tried.
    fileprivate func isUnopened(_ name: String) -> Bool {
        switch encrypted[name] {
        case nil: true
        case .success: false
        case .failure(let error):
            error.code == .protectedDataUnavailable || error.code == .notTrusted
        }
    }
}

/// Opens the values of one record; those of one save have one record key.
final class RecordOpening {
    private final class Key {
        let secret: SecureBytes
        init(_ secret: consuming SecureBytes) { self.secret = secret }
    }

    private let pass: SealingPass
    private let record: SealedRecord
    private var keys: [WrappedKey: Key] = [:]

    init(_ pass: SealingPass, _ record: SealedRecord) {
        self.pass = pass
        self.record = record
    }

    /// A value, or why it cannot be opened.
    ///
    /// - Throws: `ProtectionError` when the service cannot be asked for keys.
    func open(
        _ value: SealedValue,
        named name: String
    ) throws(ProtectionError) -> Result<RecordValue, ProtectionError> {
        do throws(ProtectionError) {
            let field = try SealedField(value)
            let key = try key(field.key)
            return .success(
                try sealing {
                    try field.open(named: name, in: self.record, under: key.secret)
                }
            )
        } catch {
            guard error.isOfOneValue else { throw error }
            return .failure(error)
        }
    }

    private func key(_ wrapped: WrappedKey) throws(ProtectionError) -> Key {
        if let key = keys[wrapped] { return key }
        let zoneKey = try pass.key(wrapped.id, in: record.zone.zone)
        let binding = record.binding("record key").bytes
        let key = try sealing {
            Key(try wrapped.open(under: zoneKey.secret, authenticating: binding))
        }
        keys[wrapped] = key
        return key
    }
}

extension ProtectionError {
    /// A value that was there in the same version of the record.
    fileprivate static func removedValue(_ name: String, of id: RecordID) -> ProtectionError {
        ProtectionError(
            .authenticationFailure,
            "'\(id)': '\(name)' is gone from the version that this device has seen"
        )
    }

    /// Whether it says something about a value or its keys, rather than about the service.
    var isOfOneValue: Bool {
        switch code.kind {
        case .authenticationFailure, .unsupportedVersion, .protectedDataUnavailable, .notTrusted:
            true
        default: false
        }
    }
}
