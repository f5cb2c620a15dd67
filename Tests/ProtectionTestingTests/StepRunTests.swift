import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Testing

@Suite("A lock at every step")
struct StepRunTests {
    @Test("two hundred operations are run through within seconds")
    func manySteps() async throws {
        let report = try await lockAtEveryStep { device in
            let folder = device.container.root.appendingPathComponent("Documents")
            for number in 0..<100 {
                try device.fileManager.write(
                    Data("note \(number)".utf8),
                    to: folder.appendingPathComponent("\(number)"),
                    options: [.atomic, .completeFileProtection]
                )
                _ = device.fileManager.fileExists(atPath: folder.path + "/\(number)")
            }
        } verify: { device in
            let names = try device.fileManager.contentsOfDirectory(
                atPath: device.container.root.path + "/Documents"
            )
            #expect(names.count <= 100)
        }
        #expect(report.stepCount == 200)
        #expect(report.runCount == 200)
        #expect(report.failedSteps.isEmpty)
    }
}
