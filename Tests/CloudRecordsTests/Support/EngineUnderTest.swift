import CloudRecords
import ProtectedStore
import Testing

/// The engines that have to answer alike.
enum EngineUnderTest: String, CaseIterable {
    case memory
    /// Memory, with each transaction run twice.
    case repeating
    /// SQLite on a device in memory.
    case sqlite
    #if PostgreSQL
    /// PostgreSQL on this machine, where it is installed.
    case postgresql

    static let allCases: [EngineUnderTest] =
        [.memory, .repeating, .sqlite] + (PostgreSQLCluster.isThere ? [.postgresql] : [])
    #endif

    /// The one that the test at hand runs on.
    @TaskLocal static var current = EngineUnderTest.memory

    /// An engine that keeps nothing yet.
    func make() throws -> any TestedEngine {
        switch self {
        case .memory: MemoryScene()
        case .repeating: MemoryScene(isRepeating: true)
        case .sqlite: try SQLiteScene()
        #if PostgreSQL
        case .postgresql: try PostgreSQLScene()
        #endif
        }
    }
}

/// An engine, and what it keeps as others see it.
protocol TestedEngine: Sendable {
    var engine: any RecordEngine { get }
    /// Everything as it is now.
    func backup() -> any EngineBackup
}

/// All that an engine keeps at a moment.
protocol EngineBackup: Sendable {
    /// Everything in it as text, to look for what it must not have.
    var text: String { get }
    /// An engine as it was then.
    func restored() throws -> any TestedEngine
}

/// Runs each test of a suite on every engine.
struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        for engine in EngineUnderTest.allCases {
            try await EngineUnderTest.$current.withValue(engine) { try await function() }
        }
    }
}

extension Trait where Self == EveryEngine {
    static var everyEngine: EveryEngine { EveryEngine() }
}

/// An engine in memory.
struct MemoryScene: TestedEngine {
    let memory: MemoryRecordEngine
    let engine: any RecordEngine

    init(_ memory: MemoryRecordEngine = MemoryRecordEngine(), isRepeating: Bool = false) {
        self.memory = memory
        engine = isRepeating ? RepeatingEngine(engine: memory) : memory
    }

    func backup() -> any EngineBackup { memory.backup() }
}

extension MemoryRecordEngine.Backup: EngineBackup {
    func restored() -> any TestedEngine { MemoryScene(MemoryRecordEngine(restoring: self)) }
}

/// Runs every writing transaction twice, as an engine may that other writers got in the way of.
struct RepeatingEngine: RecordEngine {
    private struct Repetition: Error {}
    let engine: any RecordEngine

    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try engine.read(container, body)
    }

    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        do {
            return try engine.write(container, locking: zone) { transaction -> Result in
                _ = try body(transaction)
                throw Repetition()
            }
        } catch is Repetition {
            return try engine.write(container, locking: zone, body)
        }
    }
}
