import Foundation
import ProtectedFoundation
import ProtectionTesting
import Testing

@Suite("Example: settings that a launch before the first unlock overwrites")
struct SettingsTests {
    @Test("caught: a push before the first unlock, and the settings are those of a first launch")
    func careless() async {
        await expectFailure(containing: "'/Documents/settings.json' was replaced") {
            try await inEachLockState([.beforeFirstUnlock]) { device in
                try CarelessSettings(server: "mine.example.com").save(
                    device.fileManager,
                    device.documentURL("settings.json")
                )
            } running: { device in
                let url = device.documentURL("settings.json")
                let settings = CarelessSettings.launch(device.fileManager, url)
                // Later the user unlocks, and the app is still running.
                try device.unlock()
                try settings.save(device.fileManager, url)
            }
        }
    }

    @Test("caught: a restart while the app is launched")
    func carelessAtEveryStep() async {
        await expectFailure(containing: "'/Documents/settings.json' was replaced") {
            try await disturbEveryStep(with: .reboot) { device in
                try CarelessSettings(server: "mine.example.com").save(
                    device.fileManager,
                    device.documentURL("settings.json")
                )
            } running: { device in
                let url = device.documentURL("settings.json")
                let settings = CarelessSettings.launch(device.fileManager, url)
                try device.unlock()
                try settings.save(device.fileManager, url)
            }
        }
    }

    @Test("mended: nothing is saved that was not read", arguments: Disturbance.allCases)
    func careful(disturbance: Disturbance) async throws {
        try await disturbEveryStep(with: disturbance) { device in
            try CarefulSettings(server: "mine.example.com").save(
                device.fileManager,
                device.documentURL("settings.json")
            )
        } running: { device in
            let url = device.documentURL("settings.json")
            let settings = CarefulSettings.launch(device.fileManager, url)
            try device.unlock()
            try settings?.save(device.fileManager, url)
        } verifying: { device in
            let settings = try CarefulSettings.load(
                device.fileManager,
                device.documentURL("settings.json")
            )
            #expect(settings.server == "mine.example.com")
        }
    }
}
