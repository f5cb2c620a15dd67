import CloudRecords
import Testing

/// The engines that have to answer alike.
enum EngineUnderTest: CaseIterable {
    case memory
    /// Memory, with each transaction run twice.
    case repeating

    /// The one that the test at hand runs on.
    @TaskLocal static var current = EngineUnderTest.memory

    /// The engine over what is in memory.
    func engine(over memory: MemoryRecordEngine) -> any RecordEngine {
        switch self {
        case .memory: memory
        case .repeating: RepeatingEngine(engine: memory)
        }
    }
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

/// Runs every writing transaction twice, as an engine may that other writers got in the way of.
struct RepeatingEngine: RecordEngine {
    private struct Repetition: Error {}
    let engine: MemoryRecordEngine

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
