import DeviceSimulation
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("Owners, permissions, times and inode numbers")
struct AttributeTests {
    private let device: SimulatedDevice
    private var files: FileStore { device.files }
    private var now: Timestamp { device.clock.wallTime() }

    init() throws {
        device = try .make()
    }

    private func tick() { device.advance(by: .seconds(1)) }

    /// One of each kind, at paths that say which.
    private func makeAll() throws -> [DevicePath] {
        try files.write([1], to: "/file", as: .complete)
        try files.makeDirectory("/folder")
        try files.makeLink(to: "file", at: "/link")
        try files.makeSpecial(.fifo, at: "/fifo", attributes: NewAttributes(mode: 0o600))
        return ["/file", "/folder", "/link", "/fifo", "/"]
    }

    @Test(
        "attributes change in every lock state, of whatever there is",
        arguments: Situation.allCases
    )
    func states(_ situation: Situation) throws {
        let device = try situation.device()
        let paths = try AttributeTests(device).makeAll()
        try situation.enter(device)
        for path in paths {
            let change = AttributeChange(
                mode: 0o6751,
                owner: 1_000,
                group: .max,
                accessed: .at(Timestamp(seconds: -5, nanoseconds: 999_999_999)),
                modified: .at(Timestamp(seconds: 1 << 40, nanoseconds: 1))
            )
            try device.files.setAttributes(change, of: path)
            let metadata = try device.files.metadata(of: path)
            #expect(metadata.mode == 0o6751)
            #expect((metadata.owner, metadata.group) == (1_000, .max))
            #expect(metadata.accessed == Timestamp(seconds: -5, nanoseconds: 999_999_999))
            #expect(metadata.modified == Timestamp(seconds: 1 << 40, nanoseconds: 1))
            #expect(metadata.changed == device.clock.wallTime())
        }
        #expect(try device.files.check().notes == [])
    }

    private init(_ device: SimulatedDevice) { self.device = device }

    @Test("what is not given stays", arguments: [Durability.full, .none])
    func partial(_ durability: Durability) throws {
        for path in try makeAll() {
            let before = try files.metadata(of: path)
            tick()
            try files.setAttributes(AttributeChange(owner: 9), of: path, durability: durability)
            let after = try files.metadata(of: path)
            #expect(after.owner == 9)
            #expect(after.group == before.group)
            #expect(after.mode == before.mode)
            #expect(after.modified == before.modified)
            #expect(after.created == before.created)
            #expect(after.changed == now)
            #expect(after.number == before.number)
        }
        #expect(try files.check().notes == [])
        #expect(try files.check().isClean)
    }

    @Test("what is no time is refused", arguments: [-1, 1_000_000_000, Int64.max])
    func noTime(_ nanoseconds: Int64) throws {
        for path in try makeAll() {
            let time = Timestamp(seconds: 0, nanoseconds: nanoseconds)
            #expect(refusal { try files.setModified(time, of: path) } == .invalidArgument)
        }
    }

    @Test("a write through a handle is told by its frame, without a change of the header")
    func frameTimes() throws {
        let entry = try device.host.newEntry { try files.write([1, 2, 3], to: "/f") }
        let made = now
        let header = try device.host.bytes(entry)[..<1_024]
        let handle = try files.open("/f")
        tick()
        try handle.write([9], at: 1)
        #expect(try device.host.bytes(entry)[..<1_024] == header)
        for metadata in [try files.metadata(of: "/f"), try handle.metadata()] {
            #expect(metadata.modified == now)
            #expect(metadata.changed == now)
            #expect(metadata.created == made)
        }
        // Another process reads it from the log.
        #expect(try device.secondStore().metadata(of: "/f").modified == now)
        let written = now
        tick()
        try handle.close()
        #expect(try files.metadata(of: "/f").modified == written, "a close is no change")
    }

    @Test(
        "a time that was set wins over what was written before, and loses to what comes after",
        arguments: [true, false]
    )
    func setTimes(throughHandle: Bool) throws {
        try files.write([UInt8](repeating: 1, count: 2 << 20), to: "/f")
        let handle = try files.open("/f")
        try handle.write([9], at: 1)
        let old = Timestamp(seconds: 100, nanoseconds: 7)
        let change = AttributeChange(modified: .at(old))
        if throughHandle {
            try handle.setAttributes(change)
        } else {
            try files.setAttributes(change, of: "/f")
        }
        let set = now
        tick()
        #expect(try files.metadata(of: "/f").modified == old)
        #expect(try handle.metadata().modified == old)
        #expect(try device.secondStore().metadata(of: "/f").modified == old)
        #expect(try files.metadata(of: "/f").changed == set)
        try handle.write([8], at: 1)
        #expect(try files.metadata(of: "/f").modified == now)
        let written = now
        tick()
        try handle.close()
        #expect(try files.metadata(of: "/f").modified == written)
    }

    @Test("what is done to a log by itself is no change of content")
    func upkeep() throws {
        let device = try SimulatedDevice.make(logPolicy: .eager)
        let files = device.files
        try files.write([UInt8](repeating: 1, count: 4_000), to: "/f")
        let handle = try files.open("/f")
        for index in 0..<20 { try handle.write([2], at: UInt64(index * 7)) }
        let old = Timestamp(seconds: 5)
        try handle.setAttributes(AttributeChange(modified: .at(old)))
        try handle.synchronize()
        device.advance(by: .seconds(1))
        try handle.close()
        #expect(try files.metadata(of: "/f").modified == old)
    }

    @Test("a folder changes with the names in it, and with nothing else")
    func folderTimes() throws {
        try files.makeDirectory("/folder")
        try files.makeDirectory("/other")
        let made = now
        let changes: [() throws -> Void] = [
            { try files.write([1], to: "/folder/a") }, { try files.write([2], to: "/folder/a") },
            { try files.rename("/folder/a", to: "/folder/b") },
            { try files.makeDirectory("/folder/c") }, { try files.removeDirectory("/folder/c") },
            { try files.makeLink(to: "x", at: "/folder/d") }, { try files.remove("/folder/d") },
            { try files.open("/folder/e", creating: true).close() },
            { try files.rename("/folder/e", to: "/other/e") },
        ]
        for (index, change) in changes.enumerated() {
            tick()
            try change()
            let metadata = try files.metadata(of: "/folder")
            #expect(metadata.modified == now, "change \(index)")
            #expect(metadata.changed == now, "change \(index)")
            #expect(metadata.created == made, "change \(index)")
        }
        #expect(try files.metadata(of: "/other").modified == now)
        let last = now
        tick()
        let handle = try files.open("/folder/b")
        try handle.write([3], at: 0)
        try handle.close()
        try files.setProtection(.complete, of: "/folder/b")
        try files.setMode(0o640, of: "/folder/b")
        _ = try files.names(in: "/folder")
        #expect(try files.metadata(of: "/folder").modified == last)
        #expect(try files.metadata(of: "/").modified == made)
    }

    @Test("a time of access is written when it says something new")
    func access() throws {
        for path in try makeAll() {
            tick()
            try files.noteAccess(of: path)
            let first = now
            #expect(try files.metadata(of: path).accessed == first)
            #expect(try files.metadata(of: path).changed < first)
            tick()
            try files.noteAccess(of: path)
            #expect(try files.metadata(of: path).accessed == first, "read since it changed")
            device.advance(by: .seconds(24 * 60 * 60))
            try device.unlock()
            try files.noteAccess(of: path)
            #expect(try files.metadata(of: path).accessed == now, "a day later")
        }
    }

    @Test("an inode number stays, whatever happens to a file but a new one in its place")
    func numbers() throws {
        try files.write([1], to: "/f", as: ProtectionClass.none)
        let number = try files.metadata(of: "/f").number
        func check(_ path: DevicePath, _ what: String) throws {
            #expect(try files.metadata(of: path).number == number, "\(what)")
        }
        let handle = try files.open("/f")
        try handle.write([2], at: 5)
        #expect(try handle.metadata().number == number)
        try handle.close()
        try check("/f", "a fold")
        try files.overwrite([3, 4], to: "/f")
        try check("/f", "a save in place")
        try files.setProtection(.completeUnlessOpen, of: "/f")
        try check("/f", "a new key")
        try files.setProtection(.complete, of: "/f")
        try check("/f", "another wrap")
        try files.setMode(0o640, of: "/f")
        try files.makeDirectory("/folder")
        try files.rename("/f", to: "/folder/g")
        try check("/folder/g", "a rename")
        try files.copy("/folder/g", to: "/copy")
        #expect(try files.metadata(of: "/copy").number != number)
        try files.write([5], to: "/folder/g")
        #expect(try files.metadata(of: "/folder/g").number != number)
        #expect(try files.metadata(of: "/").number == 1)
        try device.rebootAndUnlock()
        let folder = try device.files.metadata(of: "/folder").number
        try device.files.rename("/folder", to: "/moved")
        #expect(try device.files.metadata(of: "/moved").number == folder)
    }

    @Test("an open file that was removed still says what it is, and can be changed")
    func unlinked() throws {
        try files.write([1, 2], to: "/f")
        let handle = try files.open("/f")
        let before = try handle.metadata()
        try files.remove("/f")
        tick()
        let after = try handle.metadata()
        #expect(after.number == before.number)
        #expect(after.size == 2)
        try handle.setAttributes(AttributeChange(mode: 0o444, owner: 5, modified: .now))
        try handle.write([3], at: 2)
        let changed = try handle.metadata()
        #expect((changed.mode, changed.owner, changed.size) == (0o444, 5, 3))
        #expect(changed.modified == now)
        try handle.noteAccess()
        #expect(try handle.metadata().accessed == now)
        try handle.close()
        #expect(refusal { try handle.metadata() } == .handleClosed)
        #expect(try device.host.names() == [".folder"])
    }

    @Test("what is made has the attributes that were asked for, and the store's own owner else")
    func made() throws {
        let new = NewAttributes(
            mode: 0o2750,
            owner: FileOwner(user: 8, group: 9),
            accessed: Timestamp(seconds: 1),
            modified: Timestamp(seconds: 2),
            created: Timestamp(seconds: 3)
        )
        try files.open("/file", .write, creating: FileStore.Creation(attributes: new)).close()
        try files.makeDirectory("/folder", attributes: new)
        try files.makeLink(to: Array("x".utf8), at: "/link", attributes: new)
        for path in ["/file", "/folder", "/link"] {
            let metadata = try files.metadata(of: DevicePath(path))
            #expect(metadata.mode == 0o2750)
            #expect((metadata.owner, metadata.group) == (8, 9))
            #expect(metadata.accessed.seconds == 1)
            #expect(metadata.modified.seconds == 2)
            #expect(metadata.created.seconds == 3)
            #expect(metadata.changed == now)
        }
        try files.write([1], to: "/plain")
        #expect(try files.metadata(of: "/plain").owner == 501)
    }

    @Test("a change of permissions keeps what a handle has written, and the other way round")
    func meeting() throws {
        try files.write([1], to: "/f", as: .complete)
        let handle = try files.open("/f")
        try handle.write([2], at: 1)
        try files.setAttributes(AttributeChange(mode: 0o400), of: "/f", durability: .none)
        try handle.write([3], at: 2)
        try handle.setAttributes(AttributeChange(owner: 3), durability: .none)
        try handle.close()
        let metadata = try files.metadata(of: "/f")
        #expect((metadata.mode, metadata.owner, metadata.size) == (0o400, 3, 3))
        #expect(try files.read("/f") == [1, 2, 3])
    }

    @Test("a listing of many names gives what is known of each")
    func listing() throws {
        let long = String(repeating: "l", count: 200)
        for name in ["a", "b", long] { try files.write([1], to: DevicePath("/" + name)) }
        try files.makeDirectory(DevicePath("/" + long + "d"))
        try files.makeLink(to: "a", at: "/link")
        let listing = try files.listing(of: .root)
        #expect(Set(listing.entries.map(\.name)) == ["a", "b", long, long + "d", "link"])
        try files.remove("/b")
        for entry in listing.entries {
            let metadata = try files.metadata(of: entry, in: listing)
            let path = try DevicePath("/" + entry.name)
            #expect(metadata == (entry.name == "b" ? nil : try files.metadata(of: path)))
        }
    }
}
