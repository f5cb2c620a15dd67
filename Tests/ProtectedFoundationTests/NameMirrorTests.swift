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
        // Foundation on Linux exchanges the two.
        #expect(manager.contents(atPath: device.path("/tmp/new")) == Data([2]))
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
        #expect(manager.contents(atPath: device.path("/Documents/b")) == Data([9]))
        try manager.removeItem(at: device.url("/tmp/new"))
        #expect(try device.files.read("/Documents/b") == [9])
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
        // Into a name that the device has and that is no file of the host: refused at once.
        #expect(throws: CocoaError.self) {
            try Data([8]).write(to: device.url("/Documents/.hidden"))
        }
    }

    @Test("a container takes an empty folder only")
    func foreignFolder() throws {
        let device = try device()
        #expect(throws: StoreError(.invalidArgument, "")) {
            try ApplicationContainer(
                device,
                at: device.container.root,
                application: device.container.application
            )
        }
    }
}
