import DeviceSimulation
import ProtectedStore
import ProtectionModel
import StatePreservation
import TestSupport

/// A device with an archive of saved state, and what a test asks about it.
struct ArchiveBench {
    static let path: DevicePath = "/state"
    static let markerPath: DevicePath = "/state.restoring"
    static let version = "42"

    let device: SimulatedDevice
    let archive: StateArchive

    init(
        _ device: SimulatedDevice? = nil,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        limits: PreservationLimits = .standard
    ) throws {
        self.device = try device ?? .make()
        archive = try StateArchive(
            self.device.files,
            at: Self.path,
            as: protection,
            limits: limits
        )
    }

    /// A root and a list with one value each.
    static func tree(selection: Int = 7) throws -> RestorableNode {
        var list = RestorableNode("list", optsIn: true, restorationClass: "NoteList")
        try list.encode(selection, forKey: "selection")
        var root = RestorableNode("main", optsIn: true, children: [list])
        try root.encode("notes", forKey: "tab")
        return root
    }

    @discardableResult
    func save(selection: Int = 7) throws -> PreservationResult {
        try archive.save(Self.tree(selection: selection), bundleVersion: Self.version)
    }

    /// What an attempt to restore comes to, in a word.
    func restore() throws -> String { try archive.restore { _ in true }.word }

    /// Puts bytes in the place of the archive.
    func put(_ bytes: [UInt8]) throws { try device.files.write(bytes, to: Self.path) }
    func put(_ text: String) throws { try put(Array(text.utf8)) }

    var hasArchive: Bool { get throws { try names().contains("state") } }
    var hasMarker: Bool { get throws { try names().contains("state.restoring") } }

    func names() throws -> [String] { try device.files.names(in: .root) }

    /// Every sealed file as it lies on the disk.
    func sealedFiles() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try device.host.names() {
            if let bytes = try? device.host.bytes(HostFiles.tree + "/" + name) {
                files[name] = bytes
            }
        }
        return files
    }
}

extension RestorationOutcome {
    /// The case.
    var word: String {
        switch self {
        case .restoring: "restoring"
        case .missing: "missing"
        case .vetoed: "vetoed"
        case .unavailable: "unavailable"
        case .discarded: "discarded"
        case .damaged: "damaged"
        case .unsupportedVersion: "unsupported"
        }
    }

    var state: RestoredState? {
        if case .restoring(let state) = self { state } else { nil }
    }

    var error: ProtectionError? {
        switch self {
        case .unavailable(let error), .damaged(let error), .unsupportedVersion(let error): error
        case .restoring, .missing, .vetoed, .discarded: nil
        }
    }
}

/// What a call was refused with; nil when it was done, or failed with an error of another type.
func refused<Result>(_ body: () throws -> Result) -> ProtectionError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? ProtectionError
    }
}

extension ProtectionError {
    /// What is wrong with the tree of state.
    var fault: RestorationFault? { cause as? RestorationFault }
}
