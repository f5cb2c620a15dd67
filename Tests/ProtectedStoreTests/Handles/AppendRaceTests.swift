import DeviceSimulation
import ProtectedStore
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("Appending to a file that does not exist yet")
struct AppendRaceTests {
    /// Does something when it is read for the first time.
    private final class MeddlingSource: ContentSource {
        private let content: BytesSource
        private let meddle: @Sendable () throws -> Void
        private let isFirst = Mutex(true)

        init(_ text: String, _ meddle: @escaping @Sendable () throws -> Void) {
            content = BytesSource(Array(text.utf8))
            self.meddle = meddle
        }

        func read(into bytes: inout MutableRawSpan) throws -> Int {
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { try meddle() }
            return content.read(into: &bytes)
        }
    }

    @Test("when another process makes it meanwhile, what is appended goes after theirs")
    func quicker() throws {
        let device = try SimulatedDevice.make()
        let other = try device.secondStore()
        try device.files.append(
            MeddlingSource("mine") { try other.write(Array("theirs ".utf8), to: "/log") },
            to: "/log",
            as: .complete
        )
        #expect(try device.files.read("/log") == Array("theirs mine".utf8))
        #expect(try device.host.leftovers() == [])
        #expect(device.files.handleCounts.values.allSatisfy { $0 == 0 })
    }
}
