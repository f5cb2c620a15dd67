import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("A file manager that serves a device copies, moves and removes")
struct FileManagerMovingTests {
    /// As code under test has it: Foundation's type.
    private func manager(_ device: TestDevice) -> FileManager { device.fileManager }

    @Test("copying takes folders with all that is in them, each file under its class")
    func copyFolder() throws {
        let device = try TestDevice { device in
            try device.files.makeDirectory("/Documents/x", as: .complete)
            try device.files.makeDirectory("/Documents/x/y")
            try device.files.write([1], to: "/Documents/x/y/a")
            try device.files.write([2], to: "/Documents/x/b", as: ProtectionClass.none)
        }
        let manager = manager(device)
        try manager.copyItem(at: device.url("/Documents/x"), to: device.url("/Documents/z"))
        #expect(
            try manager.subpathsOfDirectory(atPath: device.path("/Documents/z"))
                == ["b", "y", "y/a"]
        )
        #expect(try device.protection("/Documents/z/y/a") == .complete)
        #expect(try device.protection("/Documents/z/b") == .none)
        #expect(
            manager.contentsEqual(
                atPath: device.path("/Documents/x"),
                andPath: device.path("/Documents/z")
            )
        )
        try device.files.write([3], to: "/Documents/z/b")
        #expect(
            !manager.contentsEqual(
                atPath: device.path("/Documents/x"),
                andPath: device.path("/Documents/z")
            )
        )
    }

    @Test("what cannot be copied or moved says why, and leaves both as they were")
    func refusedCopies() throws {
        let device = try TestDevice { device in
            try device.files.write([1], to: "/Documents/a")
            try device.files.write([2], to: "/Documents/b")
            try device.files.makeDirectory("/Documents/x")
        }
        let manager = manager(device)
        let calls: [(String, (URL, URL) throws -> Void)] = [
            ("copy", { try manager.copyItem(at: $0, to: $1) }),
            ("move", { try manager.moveItem(at: $0, to: $1) }),
        ]
        let cases: [(DevicePath, DevicePath, CocoaError.Code)] = [
            ("/Documents/a", "/Documents/b", .fileWriteFileExists),
            ("/Documents/missing", "/Documents/c", .fileNoSuchFile),
            ("/Documents/a", "/missing/c", .fileNoSuchFile),
            ("/Documents/x", "/Documents/x/y", .fileWriteUnknown),
        ]
        for (name, call) in calls {
            for (source, target, code) in cases {
                let error = try cocoaError { try call(device.url(source), device.url(target)) }
                #expect(error.code == code, "\(name) \(source) \(target)")
            }
        }
        #expect(try device.files.read("/Documents/a") == [1])
        #expect(try device.files.read("/Documents/b") == [2])
    }

    @Test("removing takes folders with all that is in them, in every lock state")
    func remove() throws {
        let device = try TestDevice(in: .beforeFirstUnlock) { device in
            try device.files.makeDirectory("/Documents/x", as: .complete)
            try device.files.write([1], to: "/Documents/x/a")
        }
        try manager(device).removeItem(at: device.url("/Documents/x"))
        #expect(!manager(device).fileExists(atPath: device.path("/Documents/x")))
        let error = try cocoaError {
            try manager(device).removeItem(atPath: device.path("/Documents/x"))
        }
        #expect(error.code == .fileNoSuchFile)
    }

    @Test("a bundle's file is copied in, and what is in the device is copied out on demand")
    func acrossTheBorder() throws {
        let device = try TestDevice()
        let manager = manager(device)
        let outside = FileManager.default.temporaryDirectory.appendingPathComponent(
            "bundle-\(UUID().uuidString)",
            isDirectory: true
        )
        defer { try? FileManager.default.removeItem(at: outside) }
        try manager.createDirectory(
            at: outside.appendingPathComponent("sub"),
            withIntermediateDirectories: true
        )
        try Data("seed".utf8).write(to: outside.appendingPathComponent("sub/seed.db"))
        #expect(manager.fileExists(atPath: outside.path + "/sub/seed.db"))
        try manager.copyItem(at: outside, to: device.url("/Documents/bundle"))
        #expect(try device.files.read("/Documents/bundle/sub/seed.db") == Array("seed".utf8))
        try manager.moveItem(
            atPath: outside.path + "/sub/seed.db",
            toPath: device.path("/Documents/seed.db")
        )
        #expect(!manager.fileExists(atPath: outside.path + "/sub/seed.db"))
        try device.files.setProtection(.complete, of: "/Documents/seed.db")
        try device.lock()
        #expect(throws: CocoaError.self) {
            try manager.copyItem(
                atPath: device.path("/Documents/seed.db"),
                toPath: outside.path + "/stolen"
            )
        }
        #expect(!manager.fileExists(atPath: outside.path + "/stolen"))
        try device.unlock()
        try manager.moveItem(
            atPath: device.path("/Documents/seed.db"),
            toPath: outside.path + "/exported"
        )
        #expect(manager.contents(atPath: outside.path + "/exported") == Data("seed".utf8))
        #expect(!manager.fileExists(atPath: device.path("/Documents/seed.db")))
    }
}
