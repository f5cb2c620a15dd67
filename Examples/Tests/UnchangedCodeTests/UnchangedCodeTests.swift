import Foundation
import ProtectedFoundation
import ProtectionModel
import ProtectionTesting
import Testing
import UnchangedCode

/// Code that knows Foundation alone, in a module with the plugin DeviceFoundation.
@Suite struct UnchangedCodeTests {
    private static let name = "note.txt"

    private func withDevice(
        in state: LockState = .unlocked,
        _ body: (TestDevice, URL) throws -> Void
    ) throws {
        let device = try TestDevice()
        let url = device.container.url(of: "/Documents/note.txt")
        try device.whileCurrent {
            try body(device, url)
        }
        #expect(device.container.writtenPastDevice.isEmpty)
        #expect(device.container.callsPastDevice.isEmpty)
    }

    @Test("whatever saves a text, whatever loads it finds it", arguments: SavingWay.all.indices)
    func roundTrips(index: Int) throws {
        let saving = SavingWay.all[index]
        for loading in LoadingWay.all {
            try withDevice { device, url in
                try saving.save("a secret, saved", url)
                #expect(try loading.load(url) == "a secret, saved", "\(loading.name)")
                try saving.save("shorter", url)
                #expect(try loading.load(url) == "shorter", "\(loading.name)")
                #expect(
                    try device.reachablePlaintexts().paths(containing: "shorter").contains(
                        "/Documents/note.txt"
                    )
                )
            }
        }
    }

    @Test(
        "whatever loads a text is refused while its class is closed",
        arguments: LoadingWay.all.indices
    )
    func lockedLoads(index: Int) throws {
        let loading = LoadingWay.all[index]
        try withDevice { device, url in
            try Data("secret".utf8).write(
                to: url,
                options: .completeFileProtection,
                on: device.container
            )
            try device.lock()
            device.advance(by: .seconds(11))
            do {
                let text = try loading.load(url)
                #expect(text == nil)
            } catch {
                // A copy, and a handle that may write, are refused as a write is.
                let writes = ["copyItem", "FileHandle.read(upToCount:), seek"].contains(
                    loading.name
                )
                #expect(
                    error.cocoaCode == (writes ? .fileWriteNoPermission : .fileReadNoPermission)
                )
            }
            try device.unlock()
            #expect(try loading.load(url) == "secret")
        }
    }

    @Test("whatever loads a missing file finds nothing", arguments: LoadingWay.all.indices)
    func missingLoads(index: Int) throws {
        try withDevice { _, url in
            do {
                let text = try LoadingWay.all[index].load(url)
                #expect(text == nil)
            } catch {
                #expect([.fileReadNoSuchFile, .fileNoSuchFile].contains(error.cocoaCode))
            }
        }
    }

    @Test("all ways to a folder lead to the device's")
    func folders() throws {
        try withDevice { device, _ in
            let documents = device.container.url(of: "/Documents").path
            #expect(try Places.documents.allSatisfy { $0.path == documents })
            let temporary = device.container.url(of: "/tmp").path
            #expect(Places.temporary.allSatisfy { $0.path == temporary })
            #expect(Places.library().path == device.container.url(of: "/Library").path)
            let group = try #require(Places.group("group.com.example"))
            try SavingWay.all[0].save("shared", group.appendingPathComponent("a"))
            #expect(Places.group("") == nil)
            #expect(Places.group("a/b") == nil)
        }
    }

    @Test("what is told of a file is the device's, locked or not")
    func facts() throws {
        try withDevice { device, url in
            try Data("12345".utf8).write(
                to: url,
                options: .completeFileProtection,
                on: device.container
            )
            try Facts.excludeFromBackup(url)
            try device.lock()
            device.advance(by: .seconds(11))
            let facts = try Facts(url)
            #expect(facts.size == 5)
            #expect(facts.allocatedSizes == [4_096, 4_096])
            #expect(facts.enumeratedSize == 5)
            #expect(facts.statSize == 5)
            #expect(facts.isRegularFile == true)
            #expect(facts.isDirectory == false)
            #expect(facts.isExcludedFromBackup == true)
            #expect(facts.isReachable && facts.isThere && facts.isThereToC)
            let folder = try Facts(url.deletingLastPathComponent())
            #expect(folder.isDirectory == true)
            #expect(folder.isExcludedFromBackup == false)
        }
    }

    @Test("settings are the device's, and are not there before the first unlock")
    func settings() throws {
        try withDevice { device, _ in
            Settings().isOn = true
            Settings().count = 7
            #expect(Settings().isOn)
            #expect(Settings().count == 7)
            try device.reboot()
            #expect(!Settings().isOn)
            #expect(Settings().count == 0)
            try device.unlock()
            #expect(Settings().isOn)
            #expect(Settings().count == 7)
        }
    }

    @Test("work on a queue and a thread has the device of the test that handed it over")
    func queues() async throws {
        let device = try TestDevice()
        let other = try TestDevice()
        await other.whileCurrent {
            await device.whileCurrent {
                for start in [Work.later, Work.onThread] {
                    let path = await withCheckedContinuation { done in
                        start { done.resume(returning: Places.library().path) }
                    }
                    #expect(path == device.container.url(of: "/Library").path)
                }
            }
        }
    }

    @Test("without a device the calls are the host's")
    func host() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        // Foundation 6.3 on Linux loses the original when a file is replaced on the host.
        for saving in SavingWay.all where saving.name != "replaceItemAt" {
            try saving.save(saving.name, url)
            for loading in LoadingWay.all {
                #expect(try loading.load(url) == saving.name, "\(loading.name)")
            }
        }
    }
}

/// What does not reach the device fails the test by name.
@Suite struct CallsPastDeviceTests {
    @Test("a file of the host that is written is named")
    func hostFile() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        try expectFailure(containing: "FileManager.write(_:to:options:) \(url.path)") { device in
            device.whileCurrent { try? SavingWay.all[0].save("past", url) }
        }
    }

    @Test("a handle that raises, which ends an app, is named")
    func raised() throws {
        try expectFailure(containing: "raises NSFileHandleOperationException") { device in
            let url = device.container.url(of: "/Documents/a")
            try Data("1".utf8).write(
                to: url,
                options: .completeFileProtection,
                on: device.container
            )
            device.whileCurrent {
                guard let handle = FileHandle.opened(url) else { return }
                try? device.lock()
                device.advance(by: .seconds(11))
                #expect(handle.text.isEmpty)
            }
        }
    }

    @Test("a file of a device that was thrown away is named")
    func thrownAway() throws {
        var url: URL?
        do {
            let gone = try TestDevice()
            url = gone.container.url(of: "/Documents/a")
        }
        let past = try #require(url)
        try expectFailure(containing: "of a device that was thrown away") { device in
            device.whileCurrent { _ = try? LoadingWay.all[0].load(past) }
        }
    }

    private func expectFailure(
        containing text: String,
        _ body: (TestDevice) throws -> Void
    ) throws {
        let device = try TestDevice()
        try withKnownIssue {
            try body(device)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(text) }
                || issue.description.contains(text)
        }
        #expect(device.container.callsPastDevice.contains { $0.contains(text) })
    }
}

extension Error {
    fileprivate var cocoaCode: CocoaError.Code? { (self as? CocoaError)?.code }
}
