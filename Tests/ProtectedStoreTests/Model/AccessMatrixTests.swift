import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO
import TestSupport
import Testing

@Suite("The operation matrix")
struct AccessMatrixTests {
    private static let content = Array("the content of the file".utf8)

    /// Does an operation on `/file`, or on `handle`, which was opened beforehand.
    private func perform(
        _ operation: AccessMatrix.Operation,
        _ protection: ProtectionClass,
        _ files: FileStore,
        _ handle: ProtectedFile
    ) throws {
        switch operation {
        case .create: try files.open("/new", creating: true, as: protection).close()
        case .saveNew: try files.write(Self.content, to: "/new", as: protection)
        case .openForReading: try files.open("/file", .read).close()
        case .openForWriting: try files.open("/file", .write).close()
        case .openCreatingExisting: try files.open("/file", creating: true).close()
        case .readWhole: _ = try files.read("/file")
        case .overwrite: try files.overwrite([1], to: "/file")
        case .appendByPath:
            let end = try files.open("/file", .write)
            try end.append([1])
            try end.close()
        case .truncateByPath: try files.truncate("/file", to: 3)
        case .copy: try files.copy("/file", to: "/new")
        case .readHandle: _ = try handle.read(at: 0, count: 9)
        case .writeHandle: try handle.write([1], at: 40)
        case .appendHandle: try handle.append([1])
        case .truncateHandle: try handle.truncate(to: 3)
        case .synchronizeHandle: try handle.synchronize()
        case .saveOver: try files.write([1], to: "/file", as: protection)
        case .remove: try files.remove("/file")
        case .rename: try files.rename("/file", to: "/folder/renamed")
        case .status: _ = try files.metadata(of: "/file")
        case .list: #expect(try files.names(in: .root) == ["file", "folder"])
        case .setMode: try files.setMode(0o400, of: "/file")
        case .setModified: try files.setModified(Timestamp(seconds: 1), of: "/file")
        case .getClass: #expect(try files.metadata(of: "/file").protection == protection)
        }
    }

    private func prepare(
        _ device: SimulatedDevice,
        _ protection: ProtectionClass
    ) throws -> ProtectedFile {
        try device.files.makeDirectory("/folder", as: ProtectionClass.none)
        try device.files.write(Self.content, to: "/file", as: protection)
        return try device.files.open("/file")
    }

    @Test(
        "every operation in every state, and a refused one changes nothing",
        arguments: AccessMatrix.Operation.allCases,
        ProtectionClass.allCases
    )
    func operation(operation: AccessMatrix.Operation, protection: ProtectionClass) throws {
        for situation in Situation.allCases {
            let device = try situation.device()
            let handle = try prepare(device, protection)
            try situation.enter(device)
            let before = try device.host.allBytes()
            let code = refusal { try perform(operation, protection, device.files, handle) }
            let promised = AccessMatrix.expected(operation, protection, in: situation)
            #expect(code == promised, "\(situation)")
            guard code != nil else { continue }
            #expect(try device.host.allBytes() == before, "\(situation)")
            try situation.leave(device)
            #expect(try device.files.read("/file") == Self.content, "\(situation)")
            // What was refused is possible again, through the same handle unless it died.
            try device.files.open("/file").close()
            if code != .handleClosed {
                #expect(throws: Never.self) {
                    try perform(operation, protection, device.files, handle)
                }
            }
        }
    }

    @Test(
        "every change of class in every state, with the file closed and open",
        arguments: ProtectionClass.allCases,
        ProtectionClass.allCases
    )
    func change(old: ProtectionClass, new: ProtectionClass) throws {
        for situation in Situation.allCases {
            for isOpen in [false, true] {
                let device = try situation.device()
                let handle = try prepare(device, old)
                if !isOpen { try handle.close() }
                try situation.enter(device)
                let code = refusal { try device.files.setProtection(new, of: "/file") }
                let promised = AccessMatrix.expectedChange(from: old, to: new, in: situation)
                #expect(code == promised, "\(situation), open: \(isOpen)")
                let now = try device.files.metadata(of: "/file").protection
                #expect(now == (code == nil ? new : old))
                // From now on the file is what its class says.
                let opening = AccessMatrix.expected(.openForReading, now, in: situation)
                #expect(refusal { try device.files.read("/file") } == opening, "\(situation)")
                try situation.leave(device)
                #expect(try device.files.read("/file") == Self.content)
                if isOpen, situation != .beforeFirstUnlock {
                    #expect(try handle.read(at: 0, count: 99) == Self.content, "\(situation)")
                }
                #expect(try device.files.check().isClean)
            }
        }
    }

    /// Ways through the states; each has every one that a device with a passcode can be in.
    private static let walks: [[Situation]] = [
        [.beforeFirstUnlock, .unlocked, .grace, .locked, .userInactive],
        [.userInactive, .locked, .grace, .unlocked, .beforeFirstUnlock],
        [.locked, .beforeFirstUnlock, .grace, .userInactive, .unlocked],
    ]

    @Test("states leave nothing behind, whatever came before", arguments: walks)
    func walk(situations: [Situation]) throws {
        let device = try SimulatedDevice.make()
        for protection in ProtectionClass.allCases {
            let path = try DevicePath.root.appending(protection.name)
            try device.files.write(Self.content, to: path, as: protection)
        }
        for situation in situations + situations.reversed() {
            try situation.enter(device)
            for protection in ProtectionClass.allCases {
                let path = try DevicePath.root.appending(protection.name)
                let opening = AccessMatrix.expected(.readWhole, protection, in: situation)
                #expect(
                    refusal { try device.files.read(path) } == opening,
                    "\(situation) \(protection)"
                )
                let creating = AccessMatrix.expected(.saveNew, protection, in: situation)
                #expect(
                    refusal { try device.files.write([1], to: "/new", as: protection) }
                        == creating,
                    "\(situation) \(protection)"
                )
            }
        }
    }

    @Test("an off device does nothing at all", arguments: AccessMatrix.Operation.allCases)
    func off(operation: AccessMatrix.Operation) throws {
        let device = try SimulatedDevice.make()
        let handle = try prepare(device, .complete)
        try device.holder.shutDown()
        let code = refusal { try perform(operation, .complete, device.files, handle) }
        let usesHandle: [AccessMatrix.Operation] = [
            .readHandle, .writeHandle, .appendHandle, .truncateHandle, .synchronizeHandle,
        ]
        #expect(code == (usesHandle.contains(operation) ? .handleClosed : .deviceOff))
        try device.holder.boot()
        try device.unlock()
        #expect(try device.files.read("/file") == Self.content)
    }
}
