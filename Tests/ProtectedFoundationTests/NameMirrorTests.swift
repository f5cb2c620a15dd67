import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("What Foundation looks up on the host by itself")
struct NameMirrorTests {
    private func device(_ state: LockState = .unlocked) throws -> TestDevice {
        try TestDevice(in: state) { device in
            try device.files.makeDirectory("/Documents/x", as: .complete)
            try device.files.write([1], to: "/Documents/x/a")
            try device.files.write([2], to: "/Documents/b")
            try device.files.write([3], to: "/Documents/.hidden")
        }
    }

    private func enumerated(_ manager: FileManager, _ url: URL) -> [String] {
        let enumerator = manager.enumerator(at: url, includingPropertiesForKeys: nil)
        return (enumerator?.compactMap { ($0 as? URL)?.path.dropFirst(url.path.count + 1) } ?? [])
            .map(String.init).sorted()
    }

    @Test(
        "enumerators and lists of URLs name the device's files in every lock state",
        arguments: [LockState.beforeFirstUnlock, .unlocked, .locking, .locked]
    )
    func lists(state: LockState) throws {
        let device = try device(state)
        let manager: FileManager = device.fileManager
        let documents = device.url("/Documents")
        #expect(enumerated(manager, documents) == [".hidden", "b", "x", "x/a"])
        let shown = try manager.contentsOfDirectory(
            at: documents,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        #expect(shown.map(\.lastPathComponent).sorted() == ["b", "x"])
        #expect(shown.first { $0.lastPathComponent == "x" }?.hasDirectoryPath == true)
        #expect(
            manager.enumerator(atPath: documents.path)?.compactMap { $0 as? String }.sorted()
                == [".hidden", "b", "x", "x/a"]
        )
        #expect(manager.subpaths(atPath: documents.path) == [".hidden", "b", "x", "x/a"])
        var isFolder: ObjCBool = false
        #expect(manager.fileExists(atPath: documents.path, isDirectory: &isFolder))
        #expect(isFolder.boolValue)
    }

    @Test("names that were lost on the host are made anew, and only the device's URLs have a path")
    func anew() throws {
        let device = try device()
        let container = device.container
        let url = device.url("/Documents/b")
        #expect(container.devicePath(of: url) == "/Documents/b")
        #expect(container.devicePath(of: container.root.deletingLastPathComponent()) == nil)
        try FileManager.default.removeItem(at: url)
        try container.refreshNames()
        #expect(container.hasCurrentNames)
        let folder = url.deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).contains("b"))
    }

    @Test("they follow every change, also one that is made without Foundation")
    func changes() throws {
        let device = try device()
        let documents = device.url("/Documents")
        let manager: FileManager = device.fileManager
        try device.files.rename("/Documents/x", to: "/Documents/y")
        try device.files.remove("/Documents/b")
        try device.files.open("/Documents/new", creating: true).close()
        try device.files.makeDirectory("/Documents/y/z")
        #expect(enumerated(manager, documents) == [".hidden", "new", "y", "y/a", "y/z"])
        // What was moved can be found by its new name.
        #expect(manager.contents(atPath: documents.path + "/y/a") == Data([1]))
        try manager.removeItem(atPath: documents.path + "/y")
        #expect(enumerated(manager, documents) == [".hidden", "new"])
        try device.files.rename("/Documents/new", to: "/Documents/.hidden")
        #expect(enumerated(manager, documents) == [".hidden"])
        try device.crash()
        #expect(enumerated(manager, documents) == [".hidden"])
    }

    @Test("a folder is replaced by none, each time it is asked for, and all names stay")
    func folders() throws {
        let device = try device()
        let manager: FileManager = device.fileManager
        let documents = device.url("/Documents")
        try device.files.makeDirectory("/Documents/y", as: .complete)
        for _ in 0..<2 {
            let error = #expect(throws: CocoaError.self) {
                _ = try manager.replaceItemAt(
                    device.url("/Documents/x"),
                    withItemAt: device.url("/Documents/y")
                )
            }
            #expect(error?.code == .featureUnsupported)
            #expect(enumerated(manager, documents) == [".hidden", "b", "x", "x/a", "y"])
        }
        try device.files.write([4], to: "/Documents/x/c")
        #expect(enumerated(manager, documents) == [".hidden", "b", "x", "x/a", "x/c", "y"])
        #expect(device.container.writtenPastDevice.isEmpty)
    }

    @Test("replaceItemAt, which Foundation does on the host, is carried out on the device")
    func replace() throws {
        let device = try device()
        let manager: FileManager = device.fileManager
        try device.files.write([9], to: "/tmp/new", as: ProtectionClass.none)
        _ = try manager.replaceItemAt(
            device.url("/Documents/b"),
            withItemAt: device.url("/tmp/new")
        )
        #expect(try device.files.read("/Documents/b") == [9])
        #expect(try device.protection("/Documents/b") == .none)
        #expect(!manager.fileExists(atPath: device.path("/tmp/new")))
        #expect(enumerated(manager, device.url("/Documents")) == [".hidden", "b", "x", "x/a"])
        #expect(device.container.writtenPastDevice.isEmpty)
    }

    @Test("and so is one that keeps the new file's metadata, at the next call")
    func replaceWithNewMetadata() throws {
        let device = try device()
        let manager: FileManager = device.fileManager
        try device.files.write([9], to: "/tmp/new")
        _ = try manager.replaceItemAt(
            device.url("/Documents/b"),
            withItemAt: device.url("/tmp/new"),
            options: .usingNewMetadataOnly
        )
        // Whatever the next call is about.
        try manager.removeItem(at: device.url("/tmp"))
        #expect(try device.files.read("/Documents/b") == [9])
        #expect(manager.contents(atPath: device.path("/Documents/b")) == Data([9]))
    }

    @Test("what was staged on the host replaces a file, and is gone there")
    func replaceFromHost() throws {
        let device = try device()
        let manager: FileManager = device.fileManager
        let staged = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        try Data("staged".utf8).write(to: staged)
        defer { try? FileManager.default.removeItem(at: staged) }
        _ = try manager.replaceItemAt(device.url("/Documents/b"), withItemAt: staged)
        #expect(try device.files.read("/Documents/b") == Array("staged".utf8))
        #expect(!manager.fileExists(atPath: staged.path))
        #expect(device.container.writtenPastDevice.isEmpty)
        #expect(enumerated(manager, device.url("/Documents")) == [".hidden", "b", "x", "x/a"])
    }

    @Test("what was staged on the host lies there again when the device refuses it")
    func replaceRefused() throws {
        let device = try device()
        try device.files.setProtection(.complete, of: "/Documents")
        try device.lock()
        let manager: FileManager = device.fileManager
        let staged = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        try Data("staged".utf8).write(to: staged)
        defer { try? FileManager.default.removeItem(at: staged) }
        let error = try cocoaError {
            _ = try manager.replaceItemAt(device.url("/Documents/b"), withItemAt: staged)
        }
        #expect(error.code == .fileWriteNoPermission)
        #expect(try Data(contentsOf: staged) == Data("staged".utf8))
        #expect(try device.files.read("/Documents/b") == [2])
        #expect(enumerated(manager, device.url("/Documents")) == [".hidden", "b", "x", "x/a"])
    }

    @Test(
        "a file that is replaced is old or new, whatever happens at whichever step",
        arguments: Disturbance.allCases
    )
    func replaceAtEveryStep(disturbance: Disturbance) async throws {
        try await disturbEveryStep(with: disturbance) { device in
            try device.files.write([1], to: "/Documents/b")
        } running: { device in
            let manager: FileManager = device.fileManager
            try device.files.write([9], to: "/tmp/new")
            _ = try manager.replaceItemAt(
                device.url("/Documents/b"),
                withItemAt: device.url("/tmp/new")
            )
        } verifying: { device in
            let content = try device.files.read("/Documents/b")
            #expect(content == [1] || content == [9])
            let names = try device.fileManager.contentsOfDirectory(
                at: device.url("/Documents"),
                includingPropertiesForKeys: nil
            )
            #expect(names.map(\.lastPathComponent) == ["b"])
        }
    }

    @Test("names are right after a disk that failed in the middle of a change")
    func failingDisk() throws {
        let device = try device()
        let manager: FileManager = device.fileManager
        device.setDiskFailing(true)
        try? device.files.rename("/Documents/b", to: "/Documents/c")
        try? device.files.remove("/Documents/.hidden")
        try? device.files.rename("/Documents/x", to: "/Documents/y")
        device.setDiskFailing(false)
        let names = try device.files.names(in: "/Documents")
        #expect(manager.subpaths(atPath: device.path("/Documents"))?.count ?? 0 >= names.count)
        let listed = try manager.contentsOfDirectory(
            at: device.url("/Documents"),
            includingPropertiesForKeys: nil
        )
        #expect(listed.map(\.lastPathComponent).sorted() == names)
    }

    @Test("names are right after many tasks changed them at once")
    func manyTasks() async throws {
        let device = try TestDevice()
        let manager: FileManager = device.fileManager
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<40 {
                        let path: DevicePath = number % 2 == 0 ? "/Documents/a" : "/Documents/b"
                        if (task + number) % 3 == 0 {
                            try? device.files.remove(path)
                        } else {
                            try? device.files.write([1], to: path, durability: .none)
                        }
                    }
                }
            }
        }
        let names = try device.files.names(in: "/Documents")
        #expect(enumerated(manager, device.url("/Documents")) == names)
    }

    @Test("a file manager goes on following the device when nobody keeps the container")
    func managerAlone() throws {
        let device = try device()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let manager: FileManager = try ApplicationContainer(
            device,
            at: folder,
            application: device.container.application
        ).fileManager
        try device.files.write([5], to: "/Documents/later")
        #expect(enumerated(manager, folder).contains("Documents/later"))
    }

    @Test("what is written past the device is found, wherever it went")
    func strays() throws {
        let device = try device()
        let container = device.container
        #expect(container.writtenPastDevice.isEmpty)
        // Over a name that the device has: the host's file stands where the link was.
        try Data([8]).write(to: device.url("/Documents/b"), options: .atomic)
        try Data([8]).write(to: device.url("/Documents/x/stray"))
        #expect(container.writtenPastDevice == ["/Documents/b", "/Documents/x/stray"])
        // Not even a later save hides it.
        try device.files.write([4], to: "/Documents/b")
        #expect(container.writtenPastDevice == ["/Documents/b", "/Documents/x/stray"])
        #expect(try Data(contentsOf: device.url("/Documents/b"), on: container) == Data([4]))
        // Into a name that the device has and that is not a file of the host: refused at once.
        #expect(throws: CocoaError.self) {
            try Data([8]).write(to: device.url("/Documents/.hidden"))
        }
    }

    @Test("a container takes an empty folder only")
    func foreignFolder() throws {
        let device = try device()
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try ApplicationContainer(
                device,
                at: device.container.root,
                application: device.container.application
            )
        }
    }
}
