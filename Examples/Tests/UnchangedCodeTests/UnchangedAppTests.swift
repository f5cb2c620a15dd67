import Foundation
import ProtectionTesting
import Testing
import UnchangedApp

@testable import UnchangedCode

/// Modules with the plugin DeviceFoundation that use one another, and a test without it.
@Suite struct UnchangedAppTests {
    @Test("a library's own protocols and default arguments lead to the device")
    func library() throws {
        let device = try TestDevice()
        try device.whileCurrent {
            let library = Library()
            try library.save("kept", as: "a")
            #expect(try library.load("a") == "kept")
            #expect(library.last == "a")
            #expect(library.files.temporaryDirectory == device.container.url(of: "/tmp"))
            #expect(
                try device.fileManager.contentsOfDirectory(
                    atPath: device.container.url(of: "/Documents").path
                ).sorted() == ["a", "names"]
            )
            try library.remove("a")
            #expect(try library.load("a") == nil)
        }
        #expect(device.container.callsPastDevice.isEmpty)
    }

    @Test("an app on the main actor, which uses that library, stores on the device, too")
    @MainActor func app() async throws {
        let device = try TestDevice()
        let folder = device.container.url(of: "/Documents")
        try await device.whileCurrent {
            let screen = Screen()
            try screen.save("kept")
            #expect(try screen.load() == ["kept", "kept", "kept"])
            let cache = Cache()
            let url = folder.appendingPathComponent("cache/a")
            try await cache.save("kept", url)
            #expect(cache.isThere(url))
            #expect(
                try names(in: folder, device.fileManager) == ["cache", "draft", "names", "screen"]
            )
            let isRemoved = await withCheckedContinuation { done in
                cache.remove(url) { done.resume(returning: $0) }
            }
            #expect(isRemoved)
        }
        #expect(device.container.callsPastDevice.isEmpty)
        #expect(device.container.writtenPastDevice.isEmpty)
    }

    @Test("calls of the test itself, which has no plugin, are Foundation's")
    func ownCalls() throws {
        let device = try TestDevice()
        try device.whileCurrent {
            try Library().save("kept", as: "a")
            let documents = device.container.url(of: "/Documents")
            let url = documents.appendingPathComponent("a")
            #expect(!FileManager.default.fileExists(atPath: url.path))
            #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
            #expect(throws: CocoaError.self) { try String(contentsOf: url, encoding: .utf8) }
            #expect(FileManager.default.temporaryDirectory != device.container.url(of: "/tmp"))
            #expect(URL.temporaryDirectory != device.container.url(of: "/tmp"))
            #expect(NSTemporaryDirectory() != device.container.url(of: "/tmp").path)
            #expect(UserDefaults.standard.object(forKey: "last") == nil)
            #expect(access(url.path, F_OK) != 0)
            #expect(device.fileManager.fileExists(atPath: url.path))
            #expect(device.fileManager.contents(atPath: url.path) == Data("kept".utf8))
        }
    }

    @Test("a test without the plugin has doubles that override Foundation's methods")
    func double() throws {
        let double: FileManager = FullDisk()
        #expect(!double.fileExists(atPath: "/"))
        #expect(throws: CocoaError(.fileWriteOutOfSpace)) {
            try double.removeItem(at: URL(fileURLWithPath: "/nowhere"))
        }
    }
}

private final class FullDisk: FileManager, @unchecked Sendable {
    override func fileExists(atPath path: String) -> Bool { false }
    override func removeItem(at URL: URL) throws { throw CocoaError(.fileWriteOutOfSpace) }
}
