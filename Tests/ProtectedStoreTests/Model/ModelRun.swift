import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO
import TestSupport

/// Does the same random things to a device and to the model, and compares after each.
struct ModelRun {
    /// The two differ, or the store broke a promise.
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    private static let paths = [
        "/a", "/b", "/c", "/p", "/q", "/p/a", "/p/b", "/p/q", "/q/a", "/q/b", "/p/q/a",
        "/" + String(repeating: "long ", count: 40),
    ]

    private let device: SimulatedDevice
    private var model = StoreModel()
    private var handles: [Int: ProtectedFile] = [:]
    private var random: SplitMix64
    private var nextHandle = 0
    private var last: [String] = []

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        // Every other run folds all the time, under handles that stay open.
        device = try .make(
            logPolicy: seed.isMultiple(of: 2) ? .eager : LogPolicy(),
            random: SeededRandomSource(seed: seed),
            changing: {
                $0.userInactiveAfter = .seconds(StoreModel.inactiveSeconds)
                $0.inactivityReboot = .seconds(StoreModel.rebootSeconds)
            }
        )
    }

    /// - Throws: `Difference`, with the last operations.
    mutating func run(operations: Int) throws {
        for number in 0..<operations {
            do {
                try step()
                if number % 500 == 499 { try checkAll() }
            } catch {
                throw Difference(
                    description: "operation \(number): \(error)\n"
                        + last.suffix(25).joined(separator: "\n")
                )
            }
        }
        try checkAll()
    }

    // MARK: Chance

    private mutating func number(_ range: Range<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func path() -> String { Self.paths[number(0..<Self.paths.count)] }

    private mutating func protection() -> ProtectionClass {
        ProtectionClass.allCases[number(0..<ProtectionClass.allCases.count)]
    }

    private mutating func maybeProtection() -> ProtectionClass? {
        number(0..<2) == 0 ? nil : protection()
    }

    private mutating func bytes() -> [UInt8] {
        let sizes = [0, 1, 7, 100, 700, 5_000]
        let count = number(0..<20) == 0 ? 17_000 : sizes[number(0..<sizes.count)]
        let first = UInt8.random(in: 0...255, using: &random)
        return (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 7 &+ first }
    }

    private mutating func offset() -> Int {
        number(0..<30) == 0 ? number(0..<40_000) : number(0..<900)
    }

    private mutating func handle() -> Int? {
        let ids = model.handles.keys.sorted()
        return ids.isEmpty ? nil : ids[number(0..<ids.count)]
    }

    // MARK: Comparing

    private func expect<Value: Equatable>(_ real: Value, _ promised: Value) throws {
        guard real != promised else { return }
        func short(_ value: Value) -> String { String(String(describing: value).prefix(300)) }
        throw Difference(description: "is \(short(real)), promised \(short(promised))")
    }

    private func compare(_ promised: ErrorCode?, _ body: () throws -> Void) throws {
        try expect(refusal(body), promised)
    }

    private func compare<Value: Equatable>(
        _ promised: (ErrorCode?, Value),
        _ body: () throws -> Value
    ) throws {
        var value: Value?
        try expect(refusal { value = try body() }, promised.0)
        if promised.0 == nil { try expect(value, promised.1) }
    }

    // MARK: Steps

    private mutating func step() throws {
        switch number(0..<1_000) {
        case ..<110: try event()
        case ..<113: try crash()
        case ..<480: try stepOnHandle()
        case ..<760: try stepOnFile()
        default: try stepOnName()
        }
    }

    private mutating func log(_ text: String) {
        last.append(text)
        if last.count > 60 { last.removeFirst(30) }
    }

    private mutating func event() throws {
        switch number(0..<12) {
        case 0:
            log("reboot")
            model.reboot()
            try device.holder.reboot()
        case 1, 2:
            log("lock at once")
            model.beginLock(atOnce: true)
            try device.lock()
        case 3, 4:
            log("lock")
            model.beginLock(atOnce: false)
            try device.holder.lock(skippingGrace: false)
        case 5, 6:
            let seconds = number(0..<40) == 0 ? number(0..<600) : number(1..<20)
            log("advance \(seconds)")
            model.advance(seconds)
            device.advance(by: .seconds(seconds))
        default:
            log("unlock")
            model.unlock()
            try device.unlock()
        }
    }

    /// Only what was synced need remain; of the rest any state in between.
    private mutating func crash() throws {
        let choice: PowerLossChoice =
            switch number(0..<3) {
            case 0: .dropAll
            case 1: .keepAll
            default: .seeded(random.next())
            }
        log("crash \(choice)")
        model.crash()
        try device.crash(choice)
        model.unlock()
        try device.unlock()
        for (path, node) in model.nodes {
            guard case .file = node else { continue }
            let content = try device.files.read(try DevicePath(path))
            guard model.settle(content, at: path) else {
                throw Difference(description: "\(path) has a content it never had since its sync")
            }
        }
        try checkAll()
    }

    /// Compares everything there is, and checks the seals.
    private func checkAll() throws {
        let report = try device.files.check(repairing: true)
        guard report.damaged.isEmpty else {
            throw Difference(description: "damage: \(report.damaged)")
        }
        for (path, node) in model.nodes {
            switch node {
            case .folder:
                try compare(model.listing(path)) {
                    try device.files.names(in: path.isEmpty ? .root : try DevicePath(path))
                }
            case .file:
                let promised = model.metadata(path)
                let real = try device.files.metadata(of: try DevicePath(path))
                try expect(real.protection, promised.1)
                try expect(real.size.map(Int.init), promised.2)
                try compare(model.read(path)) { try device.files.read(try DevicePath(path)) }
            }
        }
    }

    private mutating func stepOnHandle() throws {
        guard let id = handle(), let real = handles[id], number(0..<8) != 0 else {
            return try open()
        }
        switch number(0..<12) {
        case 0, 1, 2:
            let (start, count) = (offset(), number(0..<1_000))
            log("read handle \(id) \(start) \(count)")
            try compare(model.readHandle(id, start, count)) {
                try real.read(at: UInt64(start), count: count)
            }
        case 3, 4, 5:
            let (start, content) = (offset(), bytes() + [1])
            log("write handle \(id) at \(start): \(content.count)")
            try compare(model.writeHandle(id, content, at: start)) {
                try real.write(content, at: UInt64(start))
            }
        case 6:
            let content = bytes() + [2]
            log("append to handle \(id): \(content.count)")
            try compare(model.writeHandle(id, content, at: nil)) { try real.append(content) }
        case 7:
            let length = offset()
            log("truncate handle \(id) to \(length)")
            try compare(model.truncateHandle(id, length)) {
                try real.truncate(to: UInt64(length))
            }
        case 8:
            log("sync handle \(id)")
            try compare(model.synchronizeHandle(id)) { try real.synchronize() }
        default:
            log("close handle \(id)")
            model.close(id)
            try real.close()
            try expect(refusal { try real.synchronize() }, .handleClosed)
            handles[id] = nil
        }
    }

    private mutating func open() throws {
        guard handles.count < 8 else { return }
        let (path, protection, id) = (path(), maybeProtection(), nextHandle)
        let mode: ProtectedFile.Mode = [.read, .write, .readWrite][number(0..<3)]
        let creating = number(0..<2) == 0
        nextHandle += 1
        log("open \(path) \(mode) creating \(creating) as \(protection?.name ?? "-") -> \(id)")
        let promised = model.open(
            path,
            id,
            canRead: mode != .write,
            canWrite: mode != .read,
            creating: creating,
            protection
        )
        var opened: ProtectedFile?
        try compare(promised) {
            opened = try device.files.open(
                try DevicePath(path),
                mode,
                creating: creating,
                as: protection
            )
        }
        handles[id] = opened
    }

    private mutating func stepOnFile() throws {
        let text = path()
        let path = try DevicePath(text)
        let files = device.files
        switch number(0..<10) {
        case 0, 1, 2:
            let (content, protection) = (bytes(), maybeProtection())
            log("write \(text): \(content.count) as \(protection?.name ?? "-")")
            try compare(model.write(text, content, protection)) {
                try files.write(content, to: path, as: protection)
            }
        case 3, 4:
            let (content, protection) = (bytes(), maybeProtection())
            log("overwrite \(text): \(content.count) as \(protection?.name ?? "-")")
            try compare(model.overwrite(text, content, protection)) {
                try files.overwrite(content, to: path, as: protection)
            }
        case 5, 6, 7:
            log("read \(text)")
            try compare(model.read(text)) { try files.read(path) }
        case 8:
            let length = offset()
            log("truncate \(text) to \(length)")
            try compare(model.truncate(text, length)) {
                try files.truncate(path, to: UInt64(length))
            }
        default:
            let target = self.path()
            log("copy \(text) to \(target)")
            try compare(model.copy(text, target)) {
                try files.copy(path, to: try DevicePath(target))
            }
        }
    }

    private mutating func stepOnName() throws {
        let text = path()
        let path = try DevicePath(text)
        let files = device.files
        let choice = number(0..<16)
        switch choice {
        case 0, 1:
            log("remove \(text)")
            try compare(model.remove(text)) { try files.remove(path) }
        case 2, 3, 4:
            let protection = maybeProtection()
            log("mkdir \(text) as \(protection?.name ?? "-")")
            try compare(model.makeDirectory(text, protection)) {
                try files.makeDirectory(path, as: protection)
            }
        case 5:
            log("rmdir \(text)")
            try compare(model.removeDirectory(text)) { try files.removeDirectory(path) }
        case 6, 7, 8:
            let target = self.path()
            log("rename \(text) to \(target)")
            try compare(model.rename(text, target)) {
                try files.rename(path, to: try DevicePath(target))
            }
        case 9, 10:
            log("list \(text)")
            try compare(model.listing(text)) { try files.names(in: path) }
        default: try stepOnMetadata(choice, of: text)
        }
    }

    private mutating func stepOnMetadata(_ choice: Int, of text: String) throws {
        let path = try DevicePath(text)
        let files = device.files
        switch choice {
        case 11, 12:
            log("stat \(text)")
            let promised = model.metadata(text)
            try compare(promised.0) {
                let real = try files.metadata(of: path)
                try expect(real.protection, promised.1)
                try expect(real.size.map(Int.init), promised.2)
                if let mode = promised.3 { try expect(real.mode, mode) }
            }
        case 13:
            let mode = UInt32(number(0..<0o1000))
            log("chmod \(text) \(mode)")
            try compare(model.setMode(text, mode)) { try files.setMode(mode, of: path) }
        default:
            let protection = protection()
            log("protect \(text) as \(protection.name)")
            try compare(model.setProtection(text, protection)) {
                try files.setProtection(protection, of: path)
            }
        }
    }
}
