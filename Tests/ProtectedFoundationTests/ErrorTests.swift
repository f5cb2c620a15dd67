import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("Foundation's errors")
struct ErrorTests {
    @Test("a locked file is never taken for a damaged or a missing one")
    func three() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write([1], to: "/Documents/locked", as: .complete)
        }
        let locked = try cocoaError {
            _ = try Data(contentsOf: device.url("/Documents/locked"), on: device.container)
        }
        let missing = try cocoaError {
            _ = try Data(contentsOf: device.url("/Documents/missing"), on: device.container)
        }
        let folder = try cocoaError {
            _ = try Data(contentsOf: device.url("/Documents"), on: device.container)
        }
        #expect(locked.code == .fileReadNoPermission)
        #expect(missing.code == .fileReadNoSuchFile)
        #expect(missing.underlyingPOSIX == .ENOENT)
        #expect(folder.code == .fileReadUnknown)
        #expect(folder.underlyingPOSIX == .EISDIR)
    }

    @Test("a full disk is 640, and what was there stays")
    func fullDisk() throws {
        let device = try TestDevice { try $0.files.write([1], to: "/Documents/a") }
        device.setDiskFull(true)
        let error = try cocoaError {
            try Data([2]).write(
                to: device.url("/Documents/a"),
                options: .atomic,
                on: device.container
            )
        }
        #expect(error.code == .fileWriteOutOfSpace)
        #expect(error.underlyingPOSIX == .ENOSPC)
        #expect(try device.files.read("/Documents/a") == [1])
        try device.fileManager.removeItem(at: device.url("/Documents/a"))
        device.setDiskFull(false)
        try Data([2]).write(to: device.url("/Documents/a"), on: device.container)
    }

    @Test("an error names the file and our own word, and never what is in it")
    func information() throws {
        let device = try TestDevice(in: .locked) { device in
            try device.files.write(Array("secret".utf8), to: "/Documents/a", as: .complete)
        }
        let url = device.url("/Documents/a")
        let error = try cocoaError { _ = try Data(contentsOf: url, on: device.container) }
        #expect(error.userInfo[NSFilePathErrorKey] as? String == url.path)
        #expect((error.userInfo[NSURLErrorKey] as? URL)?.path == url.path)
        #expect(
            error.userInfo[CocoaError.protectionErrorCodeKey] as? String
                == "protected-data-unavailable"
        )
        #expect(!"\(error.userInfo)".contains("secret"))
    }

    @Test("a device that is off is not a locked one")
    func off() throws {
        let device = try TestDevice { try $0.files.write([1], to: "/Documents/a") }
        try device.shutDown()
        let error = try cocoaError {
            _ = try Data(contentsOf: device.url("/Documents/a"), on: device.container)
        }
        #expect(error.code == .fileReadUnknown)
        #expect(error.underlyingPOSIX == .ENXIO)
        #expect(!device.container.isProtectedDataAvailable)
    }
}
