import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("Foundation's calls on a protected device: the rows of the specification")
struct ConformanceTests {
    /// A device with a class A file in a class A folder.
    private func device(_ state: LockState = .unlocked) throws -> TestDevice {
        try TestDevice(in: state) { device in
            try device.files.makeDirectory("/Documents/a", as: .complete)
            try device.files.write(Array("old".utf8), to: "/Documents/a/file")
        }
    }

    @Test("row 53: reading a locked file is Cocoa 257 with EPERM underneath")
    func row53() throws {
        let device = try device(.locked)
        let error = try cocoaError {
            _ = try Data(contentsOf: device.url("/Documents/a/file"), on: device.container)
        }
        #expect(error.code == .fileReadNoPermission)
        #expect(error.code.rawValue == 257)
        #expect(error.underlyingPOSIX == .EPERM)
        #expect((error as NSError).domain == NSCocoaErrorDomain)
    }

    @Test("row 54: writing into a locked file is Cocoa 513 and changes nothing")
    func row54() throws {
        let device = try device(.locked)
        let error = try cocoaError {
            try Data("new".utf8).write(to: device.url("/Documents/a/file"), on: device.container)
        }
        #expect(error.code.rawValue == 513)
        #expect(error.underlyingPOSIX == .EPERM)
        try device.unlock()
        #expect(try device.files.read("/Documents/a/file") == Array("old".utf8))
    }

    @Test(
        "row 55: an atomic write without protection over a locked file succeeds and downgrades it"
    )
    func row55() throws {
        let device = try device(.locked)
        try Data("new".utf8).write(
            to: device.url("/Documents/a/file"),
            options: [.atomic, .noFileProtection],
            on: device.container
        )
        #expect(try device.protection("/Documents/a/file") == .none)
        #expect(try device.files.read("/Documents/a/file") == Array("new".utf8))
    }

    @Test("row 56: an atomic write without an option takes the folder's class, not the old file's")
    func row56() throws {
        let device = try TestDevice { device in
            try device.files.write([1], to: "/Documents/file", as: .complete)
        }
        try Data([2]).write(
            to: device.url("/Documents/file"),
            options: .atomic,
            on: device.container
        )
        #expect(
            try device.protection("/Documents/file") == .completeUntilFirstUserAuthentication
        )
    }

    @Test("row 57: changing the class of a locked file is Cocoa 257, the code of a read")
    func row57() throws {
        let device = try device(.locked)
        let error = try cocoaError {
            try device.fileManager.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                ofItemAtPath: device.path("/Documents/a/file")
            )
        }
        #expect(error.code.rawValue == 257)
        #expect(error.underlyingPOSIX == .EPERM)
        #expect(try device.protection("/Documents/a/file") == .complete)
    }

    @Test("row 58: making a class A file while locked answers false and leaves no name")
    func row58() throws {
        let device = try device(.locked)
        let fileManager = device.fileManager
        #expect(
            !fileManager.createFile(
                atPath: device.path("/Documents/a/new"),
                contents: Data("x".utf8)
            )
        )
        #expect(!fileManager.fileExists(atPath: device.path("/Documents/a/new")))
        #expect(
            !fileManager.createFile(
                atPath: device.path("/Documents/b"),
                contents: nil,
                attributes: [.protectionKey: FileProtectionType.complete]
            )
        )
        #expect(try device.files.names(in: "/Documents") == ["a"])
    }

    @Test("row 62: 'unless open' contains neither 'none' nor 'complete'")
    func row62() {
        let options: Data.WritingOptions = .completeFileProtectionUnlessOpen
        #expect(!options.contains(.noFileProtection))
        #expect(!options.contains(.completeFileProtection))
        #expect(options.contains(.completeFileProtectionUnlessOpen))
    }

    @Test("row 63: of two levels the receiver's stays")
    func row63() {
        let options = Data.WritingOptions.completeFileProtection.union(.noFileProtection)
        #expect(options.protection == .complete)
        #expect(options.contains(.completeFileProtection))
        #expect(!options.contains(.noFileProtection))
    }

    @Test("row 64: atomic together with withoutOverwriting traps")
    func row64() async {
        await #expect(processExitsWith: .failure) {
            let device = try TestDevice()
            try Data([1]).write(
                to: device.container.url(of: DevicePath("/Documents/file")),
                options: [.atomic, .withoutOverwriting],
                on: device.container
            )
        }
        // Either alone does not.
        await #expect(processExitsWith: .success) {
            let device = try TestDevice()
            for options: Data.WritingOptions in [.atomic, .withoutOverwriting] {
                try Data([1]).write(
                    to: device.container.url(of: DevicePath("/Documents/\(options.rawValue)")),
                    options: options,
                    on: device.container
                )
            }
        }
    }

    @Test(
        "row 65: older names of classes are understood",
        arguments: [
            ("NSFileProtectionWriteOnly", ProtectionClass.completeUnlessOpen),
            (
                "NSFileProtectionCompleteUntilUserAuthentication",
                .completeUntilFirstUserAuthentication
            ),
            ("NSFileProtectionCompleteWhenUserInactive", .completeWhenUserInactive),
        ]
    )
    func row65(name: String, protection: ProtectionClass) throws {
        let device = try device()
        let path = device.path("/Documents/a/file")
        try device.fileManager.setAttributes([.protectionKey: name], ofItemAtPath: path)
        #expect(try device.protection("/Documents/a/file") == protection)
        let attributes = try device.fileManager.attributesOfItem(atPath: path)
        #expect(
            (attributes[.protectionKey] as? FileProtectionType)?.rawValue
                == FileProtectionType(protection).rawValue
        )
    }

    @Test(
        "rows 59 and 60: a copy and a moved file keep the source's class in another class's folder"
    )
    func rows59And60() throws {
        let device = try device()
        let fileManager = device.fileManager
        try fileManager.copyItem(
            at: device.url("/Documents/a/file"),
            to: device.url("/Documents/copy")
        )
        #expect(try device.protection("/Documents/copy") == .complete)
        try fileManager.moveItem(
            atPath: device.path("/Documents/a/file"),
            toPath: device.path("/Documents/moved")
        )
        #expect(try device.protection("/Documents/moved") == .complete)
    }

    @Test(
        "rows 78 to 80: the notifications frame the lock, and the answer is about the strict classes"
    )
    func rows78To80() throws {
        let device = try device()
        let container = device.container
        let seen = Seen()
        let center = device.notificationCenter
        let will = center.addObserver(
            forName: ApplicationContainer.protectedDataWillBecomeUnavailableNotification,
            object: nil,
            queue: nil
        ) { notification in
            // No key is gone yet.
            let content = container.fileManager.contents(
                atPath: container.root.path + "/Documents/a/file"
            )
            let isBare = notification.userInfo == nil
            seen.append("will \(content == Data("old".utf8)) \(isBare)")
        }
        let did = center.addObserver(
            forName: ApplicationContainer.protectedDataDidBecomeAvailableNotification,
            object: nil,
            queue: nil
        ) { _ in seen.append("did \(container.isProtectedDataAvailable)") }
        defer {
            center.removeObserver(will)
            center.removeObserver(did)
        }
        #expect(container.isProtectedDataAvailable)
        try device.lock()
        #expect(!container.isProtectedDataAvailable)
        #expect(try device.isReadable(.completeUntilFirstUserAuthentication))
        try device.unlock()
        #expect(seen.all == ["will true true", "did true"])
    }

    @Test("row 81: before the first unlock there is no identifier for vendor")
    func row81() throws {
        let device = try TestDevice(in: .beforeFirstUnlock)
        #expect(try device.container.identifierForVendor == nil)
        try device.unlock()
        let identifier = try #require(try device.container.identifierForVendor)
        try device.lock()
        #expect(try device.container.identifierForVendor == identifier)
        try device.crash()
        #expect(try device.container.identifierForVendor == nil)
        try device.unlock()
        #expect(try device.container.identifierForVendor == identifier)
    }
}
