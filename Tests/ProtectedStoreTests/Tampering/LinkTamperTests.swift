import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import TestSupport
import Testing

@Suite("Tampering with links and special files")
struct LinkTamperTests {
    private static let target = "../where/it leads"
    private let device: SimulatedDevice
    private var files: FileStore { device.files }

    init() throws {
        device = try .make()
    }

    private func makeLink(_ path: DevicePath, to target: String = target) throws -> String {
        try device.host.newEntry { try files.makeLink(to: target, at: path) }
    }

    @Test("a flipped bit of one slot changes nothing, and is named; a repair mends it")
    func slots() throws {
        let entry = try makeLink("/link")
        let before = try files.metadata(of: "/link")
        let whole = try device.host.bytes(entry)
        for bit in stride(from: 0, to: 1_024 * 8, by: 5) {
            try device.host.flip(bit: bit, of: entry)
            #expect(try files.linkTarget(of: "/link") == Self.target, "bit \(bit)")
            #expect(try files.metadata(of: "/link") == before, "bit \(bit)")
            #expect(try files.check().damaged.map(\.path) == ["/link"], "bit \(bit)")
            if bit % 50 == 0 {
                #expect(try files.check(repairing: true).repaired.count == 1, "bit \(bit)")
                #expect(try files.check().isClean, "bit \(bit)")
            }
            try device.host.put(whole, entry)
        }
    }

    @Test("a flipped bit of the target, or of both slots, is refused, and named")
    func target() throws {
        let entry = try makeLink("/link")
        let whole = try device.host.bytes(entry)
        for bit in 1_024 * 8..<whole.count * 8 {
            try device.host.flip(bit: bit, of: entry)
            #expect(refusal { try files.linkTarget(of: "/link") } == .authenticationFailure)
            #expect(try files.check(repairing: true).damaged.map(\.path) == ["/link"])
            try device.host.flip(bit: bit, of: entry)
        }
        for bit in stride(from: 0, to: 512 * 8, by: 7) {
            for slot in [0, 512 * 8] { try device.host.flip(bit: bit + slot, of: entry) }
            #expect(refusal { try files.linkTarget(of: "/link") } == .authenticationFailure)
            #expect(refusal { try files.metadata(of: "/link") } == .authenticationFailure)
            #expect(refusal { try files.read("/link") } == .authenticationFailure, "bit \(bit)")
            for slot in [0, 512 * 8] { try device.host.flip(bit: bit + slot, of: entry) }
        }
        #expect(try files.linkTarget(of: "/link") == Self.target)
    }

    @Test("a target that is cut, longer, or another link's is refused")
    func foreignTarget() throws {
        let first = try makeLink("/one")
        let second = try makeLink("/two", to: String(Self.target.reversed()))
        let (one, two) = (try device.host.bytes(first), try device.host.bytes(second))
        for bytes: [UInt8] in [
            Array(one.dropLast()), one + [0], Array(one[..<1_024]), Array(one[..<1_000]),
            Array(one[..<1_024] + two[1_024...]),
        ] {
            try device.host.put(bytes, first)
            #expect(refusal { try files.linkTarget(of: "/one") } == .authenticationFailure)
            #expect(Set(try files.check().damaged.map(\.path)) == ["/one"])
        }
        // Not detected, and said so: a whole link under another name, as with files.
        try device.host.put(two, first)
        #expect(try files.linkTarget(of: "/one") == String(Self.target.reversed()))
    }

    @Test("no slot of a link passes for one of a file, nor the other way round")
    func otherKind() throws {
        let link = try makeLink("/link")
        let file = try device.host.newEntry { try files.write([1], to: "/file") }
        let (ofLink, ofFile) = (try device.host.bytes(link), try device.host.bytes(file))
        for (entry, own, other) in [(link, ofLink, ofFile), (file, ofFile, ofLink)] {
            let path: DevicePath = entry == link ? "/link" : "/file"
            for bytes in [own[..<512] + other[512...], other[..<512] + own[512...]] {
                try device.host.put(Array(bytes), entry)
                let report = try files.check()
                #expect(report.damaged.contains { $0.path == path.description })
            }
            var renamed = own
            for slot in [0, 512] { renamed.replaceSubrange(slot..<slot + 8, with: other[..<8]) }
            try device.host.put(renamed, entry)
            #expect(refusal { try files.metadata(of: path) } == .authenticationFailure)
            try device.host.put(own, entry)
        }
    }

    @Test("a link of the host's in the place of one is refused")
    func hostLink() throws {
        let entry = try makeLink("/link")
        try device.host.remove(entry)
        try device.host.link(entry, to: "/etc/passwd")
        #expect(refusal { try files.linkTarget(of: "/link") } == .authenticationFailure)
        #expect(refusal { try files.metadata(of: "/link") } == .authenticationFailure)
    }

    @Test("a damaged link can be listed, renamed and removed, like a damaged file")
    func removable() throws {
        let entry = try makeLink("/link")
        try device.host.put([UInt8](repeating: 9, count: 1_100), entry)
        #expect(try files.names(in: .root) == ["link"])
        #expect(try files.kind(of: "/link") == .file)
        try files.rename("/link", to: "/other")
        try files.remove("/other")
        #expect(try device.host.names() == [".folder"])
    }
}
