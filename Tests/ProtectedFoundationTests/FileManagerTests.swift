import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A file manager that serves a device")
struct FileManagerTests {
    /// As code under test has it: Foundation's type.
    private func manager(_ device: TestDevice) -> FileManager { device.fileManager }

    @Test("content goes into the device, and is nowhere on the host")
    func content() throws {
        let device = try TestDevice()
        let manager = manager(device)
        let path = device.path("/Documents/note.txt")
        #expect(manager.createFile(atPath: path, contents: Data("hello".utf8)))
        #expect(manager.contents(atPath: path) == Data("hello".utf8))
        #expect(try device.files.read("/Documents/note.txt") == Array("hello".utf8))
        #expect(FileManager.default.contents(atPath: path) == nil)
        let error = try cocoaError { _ = try Data(contentsOf: device.url("/Documents/note.txt")) }
        #expect(error.code == .fileReadNoSuchFile)
    }

    @Test(
        "a file is made under the class that is asked for",
        arguments: ProtectionClass.allCases
    )
    func createdClass(protection: ProtectionClass) throws {
        let device = try TestDevice()
        let path = device.path("/Documents/file")
        #expect(
            manager(device).createFile(
                atPath: path,
                contents: nil,
                attributes: [
                    .protectionKey: FileProtectionType(protection), .posixPermissions: 0o640,
                ]
            )
        )
        let attributes = try manager(device).attributesOfItem(atPath: path)
        #expect(
            (attributes[.protectionKey] as? FileProtectionType)?.rawValue
                == FileProtectionType(protection).rawValue
        )
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        #expect((attributes[.size] as? NSNumber)?.intValue == 0)
    }

    @Test("an app finds the folders of a container, and makes Application Support itself")
    func folders() throws {
        let device = try TestDevice()
        let manager = manager(device)
        for directory in [
            FileManager.SearchPathDirectory.documentDirectory, .libraryDirectory, .cachesDirectory,
        ] {
            let url = try #require(manager.urls(for: directory, in: .userDomainMask).first)
            #expect(url.path.hasPrefix(device.container.root.path))
            #expect(manager.fileExists(atPath: url.path))
        }
        #expect(manager.fileExists(atPath: manager.temporaryDirectory.path))
        let support = try #require(
            manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        )
        #expect(!manager.fileExists(atPath: support.path))
        let made = try manager.url(
            for: .applicationSupportDirectory,
            in: .userDomainMask,
            appropriateFor: nil,
            create: true
        )
        #expect(made.path == support.path)
        #expect(try device.files.metadata(of: "/Library/Application Support").kind == .directory)
    }

    @Test("an atomic save keeps the permissions of the file before, and nothing of its class")
    func keptMode() throws {
        let device = try TestDevice()
        let path = device.path("/Documents/a")
        #expect(manager(device).createFile(atPath: path, contents: nil))
        func mode() throws -> Int? {
            try (manager(device).attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?
                .intValue
        }
        #expect(try mode() == 0o644)
        try manager(device).setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try Data([1]).write(to: device.url("/Documents/a"), options: .atomic, on: device.container)
        #expect(try mode() == 0o640)
    }

    @Test("dates and permissions are set together, in every lock state, and nothing else by them")
    func dates() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        }
        let path = device.path("/Documents/a")
        let dates: [FileAttributeKey: Any] = [
            .creationDate: Date(timeIntervalSince1970: 1_000),
            .modificationDate: Date(timeIntervalSince1970: 2_000), .posixPermissions: 0o600,
        ]
        try manager(device).setAttributes(dates, ofItemAtPath: path)
        let found = try manager(device).attributesOfItem(atPath: path)
        for key in [FileAttributeKey.creationDate, .modificationDate] {
            #expect(found[key] as? Date == dates[key] as? Date)
        }
        #expect((found[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        var values = URLResourceValues()
        values.creationDate = Date(timeIntervalSince1970: 3_000)
        var url = device.url("/Documents/a")
        try FoundationCalls.setResourceValues(values, of: &url)
        let now = try device.files.metadata(of: "/Documents/a")
        #expect(now.created.seconds == 3_000)
        #expect(now.modified.seconds == 2_000)
        #expect(now.protection == .complete)
    }

    @Test("a write that is not atomic can leave half a file, as on a phone")
    func torn() async throws {
        let seen = Seen()
        try await disturbEveryStep(with: .diskFull) { device in
            try device.files.write(Array("old".utf8), to: "/Documents/a")
        } running: { device in
            try Data("new".utf8).write(to: device.url("/Documents/a"), on: device.container)
        } verifying: { device in
            seen.append(String(decoding: try device.files.read("/Documents/a"), as: UTF8.self))
        }
        #expect(Set(seen.all).isSuperset(of: ["old", "", "new"]))
    }

    @Test("a folder's class is what new files take")
    func folderClass() throws {
        let device = try TestDevice()
        let manager = manager(device)
        try manager.createDirectory(
            at: device.url("/Documents/x/y"),
            withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.complete]
        )
        #expect(try device.protection("/Documents/x") == .complete)
        #expect(manager.createFile(atPath: device.path("/Documents/x/y/f"), contents: nil))
        #expect(try device.protection("/Documents/x/y/f") == .complete)
    }

    @Test("existing folders: an error, unless intermediate ones are made")
    func existingFolder() throws {
        let device = try TestDevice()
        let manager = manager(device)
        let error = try cocoaError {
            try manager.createDirectory(
                atPath: device.path("/Documents"),
                withIntermediateDirectories: false
            )
        }
        #expect(error.code == .fileWriteFileExists)
        try manager.createDirectory(
            atPath: device.path("/Documents"),
            withIntermediateDirectories: true
        )
        try device.files.write([], to: "/Documents/file")
        for path: DevicePath in ["/Documents/file", "/Documents/file/below"] {
            #expect(throws: CocoaError.self) {
                try manager.createDirectory(
                    atPath: device.path(path),
                    withIntermediateDirectories: true
                )
            }
        }
        let missing = try cocoaError {
            try manager.createDirectory(
                atPath: device.path("/a/b"),
                withIntermediateDirectories: false
            )
        }
        #expect(missing.code == .fileNoSuchFile)
    }

    @Test("paths are resolved by name and never lead out of the device by a trick")
    func paths() throws {
        let device = try TestDevice { try $0.files.write([7], to: "/Documents/a") }
        let manager = manager(device)
        let root = device.container.root.path
        for path in [
            "\(root)/Documents/a", "\(root)//Documents/./a", "\(root)/Library/../Documents/a",
            "\(root)/Documents/a/", "/../\(root)/Documents/a",
            "\(root)/.protected-content/Documents/a",
        ] {
            #expect(manager.contents(atPath: path) == Data([7]), "\(path)")
        }
        #expect(manager.fileExists(atPath: "\(root)/../"))
        #expect(!manager.fileExists(atPath: "\(root)x/Documents/a"))
        let long = String(repeating: "n", count: 256)
        #expect(!manager.createFile(atPath: "\(root)/\(long)", contents: nil))
        let error = try cocoaError { try manager.removeItem(atPath: "\(root)/\(long)") }
        #expect(error.code == .fileWriteInvalidFileName)
        #expect(!manager.createFile(atPath: "\(root)/a\0b", contents: nil))
        #expect(!manager.fileExists(atPath: ""))
    }

    @Test("hard links are refused in words, for a device has none")
    func links() throws {
        let device = try TestDevice { try $0.files.write([7], to: "/Documents/a") }
        let manager = manager(device)
        let path = device.path("/Documents/a")
        let other = device.path("/Documents/b")
        let error = try cocoaError { try manager.linkItem(atPath: path, toPath: other) }
        #expect(error.code == .featureUnsupported)
        #expect(!manager.fileExists(atPath: other))
    }

    @Test("a symbolic link is followed in a path, and is itself where it is named last and meant")
    func symbolicLinks() throws {
        let device = try TestDevice {
            try $0.files.makeDirectory("/Documents/folder")
            try $0.files.write([7], to: "/Documents/folder/a")
        }
        let manager = manager(device)
        let file = device.path("/Documents/link/a")
        let link = device.path("/Documents/link")
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "folder")
        #expect(manager.contents(atPath: file) == Data([7]))
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == "folder")
        #expect(
            try manager.attributesOfItem(atPath: link)[.type] as? FileAttributeType
                == .typeSymbolicLink
        )
        #expect(try manager.contentsOfDirectory(atPath: link) == ["a"])
        let enumerated = manager.enumerator(atPath: device.path("/Documents"))?.allObjects
        #expect((enumerated as? [String])?.sorted() == ["folder", "folder/a", "link"])
        try manager.moveItem(atPath: link, toPath: device.path("/tmp/link"))
        #expect(manager.contents(atPath: device.path("/tmp/link/a")) == nil)
        try manager.removeItem(atPath: device.path("/tmp/link"))
        #expect(try device.files.read("/Documents/folder/a") == [7])
    }

    @Test("links that lead in a circle are refused, and one to the host leads nowhere")
    func linksElsewhere() throws {
        let device = try TestDevice()
        let manager = manager(device)
        let (one, other) = (device.path("/tmp/1"), device.path("/tmp/2"))
        try manager.createSymbolicLink(atPath: one, withDestinationPath: other)
        try manager.createSymbolicLink(atPath: other, withDestinationPath: one)
        #expect(throws: CocoaError.self) { try manager.contentsOfDirectory(atPath: one) }
        let outside = device.path("/tmp/outside")
        try manager.createSymbolicLink(atPath: outside, withDestinationPath: "/")
        #expect(!manager.fileExists(atPath: outside + "/tmp"))
    }

    @Test("other URLs than those of files are refused, as Foundation does")
    func schemes() throws {
        let device = try TestDevice()
        let manager = manager(device)
        let url = try #require(URL(string: "https://example.com/a"))
        #expect(
            try cocoaError { try manager.removeItem(at: url) }.code == .fileWriteUnsupportedScheme
        )
        #expect(
            try cocoaError { _ = try manager.data(contentsOf: url) }.code
                == .fileReadUnsupportedScheme
        )
    }

    @Test("attributes that no class has are refused, and an equal class needs no key")
    func oddAttributes() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        }
        let path = device.path("/Documents/a")
        // As Foundation, which passes over what it does not know.
        try device.fileManager.setAttributes([.protectionKey: "a"], ofItemAtPath: path)
        #expect(try device.protection("/Documents/a") == .complete)
        try device.fileManager.setAttributes(
            [
                .protectionKey: FileProtectionType.complete, .posixPermissions: 0o600,
                .modificationDate: Date(timeIntervalSince1970: 1_000_000_000.5),
            ],
            ofItemAtPath: path
        )
        let date = try device.fileManager.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 1_000_000_000.5))
    }

    @Test("access is asked of permission bits, as access(2) does, and not of keys")
    func access() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/Documents/a", as: .complete)
        }
        let path = device.path("/Documents/a")
        let manager = manager(device)
        #expect(manager.isReadableFile(atPath: path))
        #expect(manager.isWritableFile(atPath: path))
        #expect(!manager.isExecutableFile(atPath: path))
        #expect(manager.isDeletableFile(atPath: path))
        #expect(manager.contents(atPath: path) == nil)
    }

    @Test("text and data name their container, in both directions and with every way of writing")
    func dataAndText() throws {
        let device = try TestDevice()
        let url = device.url("/Documents/text")
        try "héllo".write(to: url, atomically: true, on: device.container)
        #expect(try String(contentsOf: url, on: device.container) == "héllo")
        try "h".write(to: url, atomically: false, encoding: .utf16, on: device.container)
        #expect(throws: CocoaError.self) {
            try String(contentsOf: url, encoding: .ascii, on: device.container)
        }
        let error = try cocoaError {
            try Data([1]).write(to: url, options: .withoutOverwriting, on: device.container)
        }
        #expect(error.code == .fileWriteFileExists)
        let missing = try cocoaError {
            try Data([1]).write(to: device.url("/missing/file"), on: device.container)
        }
        #expect(missing.code == .fileNoSuchFile)
    }
}

/// What observers saw, in order.
final class Seen: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
