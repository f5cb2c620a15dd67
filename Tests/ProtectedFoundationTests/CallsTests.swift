import DeviceIdentifiers
import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Testing

@Suite("What the declarations of the plugin DeviceFoundation call")
struct CallsTests {
    private let device: TestDevice
    private let file: DevicePath = "/Documents/a"

    init() throws {
        device = try TestDevice()
        try device.files.write(Array("abc".utf8), to: file)
    }

    private static func hostFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("calls-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url
    }

    private func text(_ path: DevicePath) throws -> String {
        String(decoding: try device.files.read(path), as: UTF8.self)
    }

    // MARK: Whose a path is

    @Test("a path belongs to its container, also where a folder on the way has another's name")
    func owners() throws {
        let folder = try Self.hostFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let application = try BundleIdentifier("com.example.app")
        let other = try ApplicationContainer(
            try TestDevice(),
            at: folder.appendingPathComponent("x/shared"),
            application: application
        )
        let container = try ApplicationContainer(
            device,
            at: folder.appendingPathComponent("shared/y"),
            application: application
        )
        let path = container.url(of: file).path
        let content = FoundationCalls.files(FileManager(), at: path).contents(atPath: path)
        #expect(content == Data("abc".utf8))
        #expect(other.root != container.root)
    }

    @Test(
        "no group is called as the folder itself or its parent",
        arguments: ["", ".", "..", "a/b"]
    )
    func groups(identifier: String) {
        let manager = device.fileManager
        #expect(FoundationCalls.containerURL(forGroup: identifier, of: manager) == nil)
        #expect(FoundationCalls.containerURL(forGroup: "group.a", of: manager) != nil)
    }

    // MARK: Streams

    @Test("a read of no bytes is not the end of a stream")
    func emptyRead() throws {
        let stream = try #require(FoundationCalls.inputStream(device.url(file)))
        stream.open()
        var bytes: [UInt8] = [0, 0, 0]
        #expect(stream.read(&bytes, maxLength: 0) == 0)
        #expect(stream.streamStatus == .open)
        #expect(stream.read(&bytes, maxLength: 3) == 3)
        #expect(stream.read(&bytes, maxLength: 3) == 0)
        #expect(stream.streamStatus == .atEnd)
    }

    @Test("two streams that append write one after the other, and nothing over the other's")
    func appending() throws {
        let streams = try (0..<2).map { _ in
            try #require(FoundationCalls.outputStream(device.url(file), append: true))
        }
        for stream in streams { stream.open() }
        #expect(streams[0].write(Array("1111".utf8), maxLength: 4) == 4)
        #expect(streams[1].write(Array("22".utf8), maxLength: 2) == 2)
        for stream in streams { stream.close() }
        #expect(try text(file) == "abc111122")
    }

    // MARK: The C library

    @Test("fopen passes over what it does not know", arguments: ["rt", "r,ccs=UTF-8", "rbt", "re"])
    func modes(mode: String) throws {
        let stream = try #require(FoundationCalls.open(device.path(file), mode: mode))
        #expect(fgetc(stream) == Int32(UInt8(ascii: "a")))
        #expect(fputc(0, stream) == EOF)
        #expect(fclose(stream) == 0)
        #expect(try text(file) == "abc")
    }

    @Test("fopen refuses what begins with no word of its own", arguments: ["", "t", "+r"])
    func wrongModes(mode: String) {
        #expect(FoundationCalls.open(device.path(file), mode: mode) == nil)
    }

    @Test("fseek refuses a place that no number names", arguments: [Int.max, .min])
    func farSeek(offset: Int) throws {
        let stream = try #require(FoundationCalls.open(device.path(file), mode: "r"))
        defer { fclose(stream) }
        #expect(fseek(stream, 2, SEEK_SET) == 0)
        #expect(fseek(stream, offset, SEEK_CUR) == -1)
        #expect(fseek(stream, 1, SEEK_SET) == 0)
        #expect(fgetc(stream) == Int32(UInt8(ascii: "b")))
    }

    @Test(
        "mkdir gives the permissions that are asked for",
        arguments: [0o700, 0o755, 0o777, 0o500]
    )
    func folders(mode: UInt32) throws {
        #expect(FoundationCalls.mkdir(device.path("/Documents/d"), mode) == 0)
        #expect(try device.files.metadata(of: "/Documents/d").mode == mode & ~0o022)
    }

    @Test("rename refuses to carry a file past the device, in either direction, and to another one")
    func renames() throws {
        let folder = try Self.hostFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = folder.appendingPathComponent("plain").path
        try Data("host".utf8).write(to: URL(fileURLWithPath: plain))
        let other = try TestDevice()
        for (old, new) in [
            (plain, device.path("/Documents/new")), (device.path(file), plain),
            (device.path(file), other.path("/Documents/new")),
        ] {
            errno = 0
            #expect(FoundationCalls.rename(old, new) == -1)
            #expect(errno == EXDEV)
        }
        #expect(try text(file) == "abc")
        #expect(try Data(contentsOf: URL(fileURLWithPath: plain)) == Data("host".utf8))
        #expect(device.container.writtenPastDevice.isEmpty)
        #expect(other.container.writtenPastDevice.isEmpty)
        #expect(FoundationCalls.rename(device.path(file), device.path("/Documents/b")) == 0)
        #expect(try text("/Documents/b") == "abc")
    }
}

@Suite("Copies of folders with links in them")
struct LinkCopyTests {
    @Test("a folder of the host comes in with its links, also one that leads to itself")
    func bringingIn() throws {
        let device = try TestDevice()
        let host = FileManager.default
        let folder = host.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        try host.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? host.removeItem(at: folder) }
        try Data("x".utf8).write(to: folder.appendingPathComponent("f"))
        try host.createSymbolicLink(atPath: folder.path + "/l", withDestinationPath: "f")
        try host.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: ".")
        try device.fileManager.copyItem(atPath: folder.path, toPath: device.path("/Documents/in"))
        #expect(try device.files.linkTarget(of: "/Documents/in/loop") == ".")
        #expect(try device.files.read("/Documents/in/f") == Array("x".utf8))
        let linked = device.path("/Documents/in/l")
        #expect(device.fileManager.contents(atPath: linked) == Data("x".utf8))
    }

    @Test("a folder of the device goes out with its links")
    func takingOut() throws {
        let device = try TestDevice()
        let host = FileManager.default
        let target = host.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        defer { try? host.removeItem(at: target) }
        try device.files.makeDirectory("/Documents/out")
        try device.files.write(Array("x".utf8), to: "/Documents/out/f")
        try device.files.makeLink(to: "f", at: "/Documents/out/l")
        try device.fileManager.moveItem(atPath: device.path("/Documents/out"), toPath: target.path)
        #expect(try host.destinationOfSymbolicLink(atPath: target.path + "/l") == "f")
        #expect(try Data(contentsOf: target.appendingPathComponent("l")) == Data("x".utf8))
        #expect(!device.fileManager.fileExists(atPath: device.path("/Documents/out")))
    }
}
