import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO

/// What may be found after a power loss, and the comparison with what is.
struct CrashExpectation {
    let pictures: [Picture]
    let failures: ClosedRange<UInt32>
    var mayTear: [String] = []
    var isAtomic = true

    /// Recovers a device from a disk that lost power and says what is wrong with it.
    func violations(on disk: InMemoryFileSystem) -> [String] {
        let recovery = Recovery(disk)
        var problems: [String] = []
        if !failures.contains(recovery.failures) {
            problems.append("\(recovery.failures) wrong guesses, not \(failures)")
        }
        do {
            let found = try tornFileRemoved(recovery)
            problems += compare(found, with: tolerated(found))
            problems += try repair(recovery, found)
        } catch { problems.append("recovery: \(error)") }
        return problems
    }

    private func compare(_ found: Picture, with pictures: [Picture]) -> [String] {
        guard !pictures.contains(found), isAtomic || !isMixture(found, of: pictures) else {
            return []
        }
        return ["neither old nor new: " + (pictures.last.map(found.difference(from:)) ?? "")]
    }

    /// Whether each path is as in one of the pictures.
    private func isMixture(_ found: Picture, of pictures: [Picture]) -> Bool {
        let paths = Set(found.entries.keys).union(pictures.flatMap(\.entries.keys))
        return paths.allSatisfy { path in
            pictures.contains {
                $0.condition == found.condition && $0.entries[path] == found.entries[path]
            }
        }
    }

    /// What was not to be durable may be torn: it is named, and can be removed.
    private func tornFileRemoved(_ recovery: Recovery) throws -> Picture {
        var picture = recovery.picture
        for torn in mayTear where picture.entries[torn] == .unreadable(.authenticationFailure) {
            guard let device = recovery.device,
                // Its header and its content may both be named.
                try Set(device.files.check().damaged.map(\.path)).isSubset(of: mayTear)
            else { return recovery.picture }
            try device.files.removeTree(path(torn))
            // What is tidied up after a removal need not be durable.
            try device.files.synchronizeAll()
            picture.remove(torn)
        }
        return picture
    }

    private func tolerated(_ found: Picture) -> [Picture] {
        let missing = mayTear.filter { found.entries[$0] == nil }
        return pictures.map { picture in
            var picture = picture
            for path in missing { picture.remove(path) }
            return picture
        }
    }

    /// After a repair all is clean and nothing has changed; a second recovery changes no byte.
    private func repair(_ recovery: Recovery, _ found: Picture) throws -> [String] {
        var problems: [String] = []
        if let device = recovery.device, case .open = recovery.picture.condition {
            let before = try device.files.check()
            for finding in before.damaged where !finding.message.contains("copies") {
                problems.append("check: \(finding.path): \(finding.message)")
            }
            let repaired = try device.files.check(repairing: true)
            problems += repaired.damaged.map { "repair: \($0.path): \($0.message)" }
            let after = try device.files.check()
            problems += after.damaged.map { "after repair: \($0.path): \($0.message)" }
            var picture = Picture(condition: found.condition)
            picture.add(device.files, isRepaired: true)
            if picture != found {
                problems.append("the repair changed " + picture.difference(from: found))
            }
        }
        let disk = recovery.disk.crash(.dropAll)
        let first = try DiskScan.files(of: disk)
        problems += first.keys.filter(Self.isLeftover).map { "left behind: \($0)" }
        let second = Recovery(disk)
        if second.picture != found {
            problems.append("the second time " + second.picture.difference(from: found))
        }
        if let device = second.device, case .open = second.picture.condition {
            let report = try device.files.check(repairing: true)
            problems += (report.damaged + report.repaired).map { "again: \($0.path) \($0.message)" }
        }
        let changed = try DiskScan.files(of: disk).filter { first[$0] != $1 }.keys
        problems += changed.filter { !Self.isOfHolder($0) }.map { "changed again: \($0)" }
        return problems
    }

    private static func isLeftover(_ path: String) -> Bool {
        path.hasPrefix(CrashDevice.folder)
            && ["/.new-", "/.fold-", "/.gone-"].contains { path.contains($0) }
    }

    /// Made by whoever starts the device.
    private static func isOfHolder(_ path: String) -> Bool { path.hasSuffix("/.holder") }
}
