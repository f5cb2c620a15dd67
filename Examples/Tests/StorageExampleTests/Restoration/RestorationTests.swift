import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import StatePreservation
import Testing

@Suite("Example: a state-restoration archive that a launch in the background cannot read")
struct RestorationTests {
    private static let place = "/Library/state"

    private static func save(_ selection: String, on device: TestDevice) throws {
        var inbox = RestorableNode("inbox", optsIn: true)
        try inbox.encode(selection, forKey: "selection")
        let archive = try StateArchive(device.files, at: DevicePath(place))
        _ = try archive.save(inbox, bundleVersion: "1")
    }

    @Test("caught: a launch in the background while locked discards the archive")
    func careless() async {
        await expectFailure(containing: "'/Library/state' was deleted") {
            try await inEachLockState([.locked, .beforeFirstUnlock]) { device in
                try CarelessRestoration(device).preserve("inbox")
            } running: { device in
                _ = CarelessRestoration(device).restore()
            }
        }
    }

    @Test("mended: an archive of class C restores while locked, and waits before the first unlock")
    func careful() async throws {
        try await inEachLockState { device in
            try Self.save("letter 7", on: device)
        } running: { device in
            let archive = try StateArchive(device.files, at: DevicePath(Self.place))
            if try device.state == .beforeFirstUnlock {
                guard case .unavailable = try archive.restore(shouldRestore: { _ in true }) else {
                    Issue.record("what is locked is neither damaged nor missing")
                    return
                }
                try device.unlock()
            }
            guard case .restoring(let state) = try archive.restore(shouldRestore: { _ in true })
            else {
                Issue.record("nothing is restored")
                return
            }
            let inbox = state.node(at: ["inbox"])
            #expect(try inbox?.decode(String.self, forKey: "selection") == "letter 7")
            try archive.completeRestoration()
        }
    }

    @Test(
        "mended: at no step is the archive lost",
        arguments: [Disturbance.lock, .reboot, .diskFull]
    )
    func carefulAtEveryStep(disturbance: Disturbance) async throws {
        try await disturbEveryStep(with: disturbance) { device in
            try Self.save("old", on: device)
        } running: { device in
            try Self.save("new", on: device)
        } verifying: { device in
            let archive = try StateArchive(device.files, at: DevicePath(Self.place))
            guard case .restoring(let state) = try archive.restore(shouldRestore: { _ in true })
            else {
                Issue.record("nothing is restored")
                return
            }
            let selection = try state.node(at: ["inbox"])?.decode(String.self, forKey: "selection")
            #expect(selection == "old" || selection == "new")
        }
    }
}

extension CarelessRestoration {
    init(_ device: TestDevice) {
        self.init(
            fileManager: device.fileManager,
            url: device.container.root.appendingPathComponent("Library/state")
        )
    }
}
