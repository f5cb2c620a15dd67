import KeyManagement
public import ProtectionModel
package import SodiumCrypto
import Synchronization

/// What a cloud does with records, above the engine that keeps them.
///
/// It knows no device and no app: ``RecordContainer`` is their side.
public final class RecordService: Sendable {
    /// How much it takes.
    public let limits: RecordLimits
    let engine: any RecordEngine
    let clock: any DeviceClock
    let random: any RandomSource
    let tokens: TokenCode
    private let schemas = Mutex<[ContainerKey: (text: String, schema: RecordSchema)]>([:])

    /// A service over an engine.
    ///
    /// - Parameters:
    ///   - engine: where the records are.
    ///   - key: 32 bytes that tokens are authenticated with: with another key all of them are
    ///     refused.
    ///   - clock: the service's clock.
    ///   - random: where names and tags come from.
    ///   - limits: how much it takes.
    package init(
        engine: any RecordEngine,
        key: consuming SecureBytes,
        clock: any DeviceClock,
        random: any RandomSource = SystemRandomSource(),
        limits: RecordLimits = RecordLimits()
    ) {
        self.engine = engine
        self.clock = clock
        self.random = random
        self.limits = limits
        tokens = TokenCode(key: key)
    }

    /// A service that keeps everything in memory, for tests and simulations.
    ///
    /// - Parameters:
    ///   - clock: its clock; nil for the machine's.
    ///   - limits: how much it takes.
    /// - Throws: ``ProtectionError`` with `internal-error` when there is no memory for the key of its
    ///   tokens.
    public convenience init(
        inMemoryAt clock: (any DeviceClock)? = nil,
        limits: RecordLimits = RecordLimits()
    ) throws(ProtectionError) {
        let key: SecureBytes
        do {
            key = try SecureBytes(count: 32, group: SecretGroup(0), arena: SecureArena()) {
                (bytes) throws(CryptoError) in
                SystemRandomSource().fill(&bytes)
            }
        } catch {
            throw ProtectionError(error, "the key of tokens")
        }
        self.init(
            engine: MemoryRecordEngine(),
            key: key,
            clock: clock ?? MachineClock(),
            limits: limits
        )
    }

    func randomNumber() -> UInt64 {
        random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    func randomDigits(byteCount: Int) -> String {
        random.bytes(byteCount).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    // MARK: Schema

    /// The schema that a container's records follow.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func schema(of container: ContainerKey) throws(ProtectionError) -> RecordSchema {
        try answer { try self.engine.read(container) { try self.schema($0, of: container) } }
    }

    /// The schema as a transaction sees it; what was read last is remembered, for reading is slow.
    func schema(
        _ transaction: any RecordReading,
        of container: ContainerKey
    ) throws -> RecordSchema {
        guard let text = try transaction.schema() else { return RecordSchema() }
        if let known = schemas.withLock({ $0[container] }), known.text == text {
            return known.schema
        }
        let schema = try RecordSchema(Array(text.utf8))
        schemas.withLock { $0[container] = (text, schema) }
        return schema
    }

    /// Gives a container a schema, which has all that the one before had.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` and a list of what it would drop.
    public func promote(
        _ schema: RecordSchema,
        in container: ContainerKey
    ) throws(ProtectionError) {
        try answer {
            try self.engine.write(container, locking: nil) { transaction in
                let promoted = try self.schema(transaction, of: container).promoted(to: schema)
                try transaction.put(schema: promoted.text)
            }
        }
    }

    /// Checks records against the schema, which learns from them while an app is made; gives the
    /// schema and what is wrong with each.
    func admit(
        _ records: [Record],
        in container: ContainerKey
    ) throws -> (schema: RecordSchema, failures: [ProtectionError?]) {
        let check = { (schema: inout RecordSchema) -> (isLearned: Bool, [ProtectionError?]) in
            var isLearned = false
            let failures = records.map { record -> ProtectionError? in
                do throws(ProtectionError) {
                    isLearned =
                        try schema.admit(record.fields, of: record.type, in: container.environment)
                        || isLearned
                    return nil
                } catch {
                    return error
                }
            }
            return (isLearned, failures)
        }
        var schema = try engine.read(container) { try self.schema($0, of: container) }
        let (isLearned, failures) = check(&schema)
        guard isLearned else { return (schema, failures) }
        // Another may have taught it something else meanwhile.
        return try engine.write(container, locking: nil) { transaction in
            var schema = try self.schema(transaction, of: container)
            let (isLearned, failures) = check(&schema)
            if isLearned { try transaction.put(schema: schema.text) }
            return (schema, failures)
        }
    }
}

/// Gives what a body gives, and makes an error of ours of what it throws.
func answer<Result>(_ body: () throws -> Result) throws(ProtectionError) -> Result {
    do {
        return try body()
    } catch let error as ProtectionError {
        throw error
    } catch {
        throw ProtectionError(.internalError, "the record service failed: \(error)", cause: error)
    }
}

/// Who asks for what.
struct RecordRequest {
    let container: ContainerKey
    let database: DatabaseKey
    /// Who asks; nil for one who is not signed in.
    let user: StoredUser?
    /// Whether every second operation is refused, as a fault was planned.
    let isPartlyRefused: Bool
    /// What the push service knows the app on the asking device by; nil for one without pushes.
    let device: [UInt8]?

    init(
        container: ContainerKey,
        database: DatabaseKey,
        user: StoredUser?,
        device: [UInt8]? = nil,
        isPartlyRefused: Bool = false
    ) {
        self.container = container
        self.database = database
        self.user = user
        self.device = device
        self.isPartlyRefused = isPartlyRefused
    }

    func key(of zone: RecordZoneID) -> ZoneKey { ZoneKey(database, zone.name) }
}
