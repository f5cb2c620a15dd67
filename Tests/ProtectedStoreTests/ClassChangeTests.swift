import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("Changing and inheriting classes")
struct ClassChangeTests {
    private let device: SimulatedDevice
    private let content = Array("draft".utf8)

    init() throws {
        device = try .make()
    }

    private func refusalOfChange(_ path: DevicePath, _ protection: ProtectionClass) -> ErrorCode? {
        refusal { try device.files.setProtection(protection, of: path) }
    }

    @Test("row 39: a class D file does not become class A while locked")
    func noneToComplete() throws {
        try device.files.write(content, to: "/d", as: ProtectionClass.none)
        try device.lock()
        #expect(refusalOfChange("/d", .complete) == .protectedDataUnavailable)
        #expect(try device.files.metadata(of: "/d").protection == .none)
        #expect(try device.files.read("/d") == content)
        #expect(try device.host.leftovers() == [])
    }

    @Test("row 40: a class D file becomes class B while locked, and its handle goes on")
    func noneToUnlessOpen() throws {
        try device.files.write(content, to: "/d", as: ProtectionClass.none)
        let handle = try device.files.open("/d")
        try device.lock()
        try device.files.setProtection(.completeUnlessOpen, of: "/d")
        #expect(try device.files.metadata(of: "/d").protection == .completeUnlessOpen)
        #expect(try handle.read(at: 0, count: 99) == content)
        try handle.append(content)
        #expect(refusal { try device.files.open("/d") } == .protectedDataUnavailable)
        try handle.close()
        #expect(refusal { try device.files.open("/d") } == .protectedDataUnavailable)
        try device.unlock()
        #expect(try device.files.read("/d") == content + content)
    }

    @Test("row 41: a class A file keeps its class while locked, also with an open handle")
    func completeToNone() throws {
        try device.files.write(content, to: "/a", as: .complete)
        let handle = try device.files.open("/a")
        try device.lock()
        #expect(refusalOfChange("/a", .none) == .protectedDataUnavailable)
        #expect(try device.files.metadata(of: "/a").protection == .complete)
        try device.unlock()
        #expect(try handle.read(at: 0, count: 99) == content)
        #expect(try device.files.metadata(of: "/a").protection == .complete)
    }

    @Test("row 42: a class B file made while locked does not become class C")
    func unlessOpenToLater() throws {
        try device.lock()
        let handle = try device.files.open("/b", creating: true, as: .completeUnlessOpen)
        #expect(
            refusalOfChange("/b", .completeUntilFirstUserAuthentication)
                == .protectedDataUnavailable
        )
        try handle.close()
        #expect(
            refusalOfChange("/b", .completeUntilFirstUserAuthentication)
                == .protectedDataUnavailable
        )
    }

    @Test("row 43: a folder takes any class in any state", arguments: Situation.allCases)
    func folder(situation: Situation) throws {
        let device = try situation.device()
        try device.files.makeDirectory("/folder", as: ProtectionClass.none)
        try situation.enter(device)
        for protection in ProtectionClass.allCases {
            try device.files.setProtection(protection, of: "/folder")
            #expect(try device.files.metadata(of: "/folder").protection == protection)
            try device.files.setProtection(protection, of: .root)
            #expect(try device.files.metadata(of: .root).protection == protection)
        }
    }

    @Test("row 44: class 6 cannot even be named", arguments: [UInt8(0), 5, 6, 8, 255])
    func unknownClass(number: UInt8) {
        #expect(ProtectionClass(rawValue: number) == nil)
        #expect(ProtectionClass(named: String(number)) == nil)
    }

    @Test(
        "rows 45, 46: files and folders take their folder's class",
        arguments: ProtectionClass.allCases
    )
    func inheritance(protection: ProtectionClass) throws {
        try device.files.makeDirectory("/x", as: protection)
        try device.files.write(content, to: "/x/written")
        try device.files.open("/x/opened", creating: true).close()
        try device.files.overwrite(content, to: "/x/overwritten")
        try device.files.makeDirectory("/x/folder")
        try device.files.makeDirectory("/x/folder/deeper")
        for name in ["written", "opened", "overwritten", "folder", "folder/deeper"] {
            let path = try DevicePath("/x/" + name)
            #expect(try device.files.metadata(of: path).protection == protection)
        }
    }

    @Test("row 48: a folder's change of class leaves its children alone")
    func folderChange() throws {
        try device.files.makeDirectory("/x", as: .completeUntilFirstUserAuthentication)
        try device.files.write(content, to: "/x/old")
        try device.files.makeDirectory("/x/folder")
        try device.files.setProtection(.complete, of: "/x")
        for path in ["/x/old", "/x/folder"] as [DevicePath] {
            #expect(
                try device.files.metadata(of: path).protection
                    == .completeUntilFirstUserAuthentication
            )
        }
        try device.files.write(content, to: "/x/new")
        #expect(try device.files.metadata(of: "/x/new").protection == .complete)
    }

    @Test("row 49: a named class is never replaced by one that is available")
    func noSubstitution() throws {
        try device.lock()
        #expect(
            refusal { try device.files.open("/new", creating: true, as: .complete) }
                == .protectedDataUnavailable
        )
        #expect(try device.files.names(in: .root) == [])
    }

    @Test("row 50: a class named for an existing file is ignored")
    func existingFile() throws {
        try device.files.write(content, to: "/c", as: .completeUntilFirstUserAuthentication)
        let handle = try device.files.open("/c", creating: true, as: .complete)
        #expect(try handle.read(at: 0, count: 99) == content)
        try device.files.overwrite(content, to: "/c", as: .complete)
        #expect(
            try device.files.metadata(of: "/c").protection
                == .completeUntilFirstUserAuthentication
        )
    }
}
