import Foundation
import Testing

@Suite("Random sequences against a model")
struct ModelTests {
    /// How many operations in all; `PROTECTION_TOOLKIT_MODEL_OPERATIONS` says otherwise.
    private static let operationCount =
        ProcessInfo.processInfo.environment["PROTECTION_TOOLKIT_MODEL_OPERATIONS"]
        .flatMap(Int.init) ?? 100_000
    private static let seeds: Range<UInt64> = 0..<20

    @Test("the store does what the model says", arguments: seeds)
    func agreement(seed: UInt64) throws {
        var run = try ModelRun(seed: seed)
        do {
            try run.run(operations: Self.operationCount / Self.seeds.count)
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}
