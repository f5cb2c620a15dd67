import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import StatePreservation
import SystemIO
import TestSupport
import Testing

@Suite("Restoring saved state")
struct RestorationTests {
    private let bench: ArchiveBench

    init() throws {
        bench = try ArchiveBench()
        try bench.save()
    }

    @Test("asks once, with the header, before it begins; a no leaves all as it is")
    func veto() throws {
        let before = try bench.sealedFiles()
        var asked: [RestorationHeader] = []
        for _ in 0..<2 {
            let outcome = try bench.archive.restore { header in
                asked.append(header)
                return header.bundleVersion == "43"
            }
            guard case .vetoed(let header) = outcome else {
                Issue.record("\(outcome.word)")
                return
            }
            #expect(header.bundleVersion == "42" && header.formatVersion == 1)
        }
        #expect(asked.count == 2)
        #expect(try bench.sealedFiles() == before)
        #expect(try bench.restore() == "restoring")
    }

    @Test("works again after each completion, and completing nothing is not an error")
    func again() throws {
        try bench.archive.completeRestoration()
        for _ in 0..<3 {
            #expect(try bench.restore() == "restoring")
            #expect(try bench.hasMarker)
            try bench.archive.completeRestoration()
            try bench.archive.completeRestoration()
            #expect(try bench.names() == ["state"])
        }
    }

    @Test("that was not completed discards the archive at the next attempt, and asks nobody")
    func incomplete() throws {
        #expect(try bench.restore() == "restoring")
        let outcome = try bench.archive.restore { _ in
            Issue.record("asked about what is discarded")
            return true
        }
        #expect(outcome.word == "discarded")
        #expect(try bench.names().isEmpty)
        #expect(try bench.restore() == "missing")
        try bench.save()
        #expect(try bench.restore() == "restoring")
    }

    @Test("is marked in a file of class none that holds nothing")
    func marker() throws {
        #expect(try bench.restore() == "restoring")
        let metadata = try bench.device.files.metadata(of: ArchiveBench.markerPath)
        #expect(metadata.protection == ProtectionClass.none && metadata.size == 0)
    }

    @Test("that loses its power in the middle discards the archive at the next start")
    func powerLoss() throws {
        #expect(try bench.restore() == "restoring")
        try bench.device.crash()
        try bench.device.unlock()
        let next = try ArchiveBench(bench.device)
        #expect(try next.restore() == "discarded")
        #expect(try next.names().isEmpty)
    }

    @Test("that was completed survives the loss of power")
    func completedPowerLoss() throws {
        #expect(try bench.restore() == "restoring")
        try bench.archive.completeRestoration()
        try bench.device.crash()
        try bench.device.unlock()
        #expect(try ArchiveBench(bench.device).restore() == "restoring")
    }

    /// What is allowed after a power loss at any moment of a call.
    enum Moment: String, CaseIterable {
        case save, begin, complete, discard, discardUnfinished

        var outcomes: Set<String> {
            switch self {
            case .save, .begin, .complete: ["restoring", "discarded"]
            case .discard: ["restoring", "missing"]
            case .discardUnfinished: ["discarded", "missing"]
            }
        }
    }

    @Test(
        "finds something sound after a power loss at every moment of every call",
        arguments: Moment.allCases
    )
    func everyMoment(_ moment: Moment) throws {
        let faulty = try FaultyDevice()
        let bench = try ArchiveBench(faulty.device)
        try bench.save(selection: 1)
        if moment == .complete || moment == .discardUnfinished { _ = try bench.restore() }
        let snapshots = try faulty.snapshots {
            switch moment {
            case .save: try bench.save(selection: 2)
            case .begin: #expect(try bench.restore() == "restoring")
            case .complete: try bench.archive.completeRestoration()
            case .discard: try bench.archive.userDidQuit()
            case .discardUnfinished: #expect(try bench.restore() == "discarded")
            }
        }
        #expect(snapshots.count > 3)
        var seen: [String] = []
        for snapshot in snapshots {
            for choice in [PowerLossChoice.dropAll, .keepAll] {
                let restarted = try RestartedDevice(on: snapshot.crash(choice))
                try restarted.unlock()
                let archive = try StateArchive(restarted.files, at: ArchiveBench.path)
                let outcome = try archive.restore { _ in true }
                seen.append(outcome.word)
                let list = outcome.state?.node(at: ["main", "list"])
                let selection = try list?.decode(Int.self, forKey: "selection")
                #expect([nil, 1, 2].contains(selection))
                // Whatever was found, the next save and start go well.
                if outcome.state != nil { try archive.completeRestoration() }
                try archive.save(ArchiveBench.tree(), bundleVersion: "42")
                #expect(try archive.restore { _ in true }.word == "restoring")
            }
        }
        #expect(Set(seen).isSubset(of: moment.outcomes), "\(seen)")
        // A save never marks, and the two ends of the other calls differ.
        #expect(Set(seen).count == (moment == .save ? 1 : 2), "\(seen)")
    }

    @Test("refuses saves until it is completed or discarded: half an interface is not the whole")
    func savingMeanwhile() throws {
        #expect(try bench.restore() == "restoring")
        let before = try bench.sealedFiles()
        #expect(refused { try bench.save(selection: 8) }?.fault == .restorationUnderWay)
        let empty = refused { try bench.archive.save(RestorableNode("main"), bundleVersion: "1") }
        #expect(empty?.fault == .restorationUnderWay)
        #expect(try bench.sealedFiles() == before)
        try bench.archive.completeRestoration()
        try bench.save(selection: 8)
        #expect(try bench.restore() == "restoring")
        try bench.archive.discard()
        try bench.save(selection: 9)
        #expect(try bench.restore() == "restoring")
    }

    @Test("a mark without an archive harms neither the next restoration nor the next save")
    func markAlone() throws {
        let files = bench.device.files
        try files.remove(ArchiveBench.path)
        try files.write([], to: ArchiveBench.markerPath)
        #expect(try bench.restore() == "missing")
        #expect(try bench.names().isEmpty)
        try files.write([], to: ArchiveBench.markerPath)
        try bench.save()
        #expect(try bench.restore() == "restoring")
    }

    @Test("a mark whose file is damaged is a mark")
    func damagedMark() throws {
        let before = Set(try bench.device.host.entries())
        #expect(try bench.restore() == "restoring")
        let marker = try #require(
            Set(try bench.device.host.entries()).subtracting(before).first
        )
        try bench.device.host.put([1, 2, 3], HostFiles.tree + "/" + marker)
        #expect(try bench.restore() == "discarded")
        #expect(try bench.names().isEmpty)
    }

    @Test("a folder in the place of the mark is the store's failure, and nothing is restored")
    func folderForMark() throws {
        try bench.device.files.makeDirectory(ArchiveBench.markerPath)
        #expect(refused { try bench.restore() }?.code == .isADirectory)
        #expect(refused { try bench.save() }?.code == .isADirectory)
        #expect(try bench.hasArchive)
    }

    @Test(
        "after the user's quit there is nothing to restore, in the middle of a restoration too",
        arguments: [false, true]
    )
    func quit(isRestoring: Bool) throws {
        if isRestoring { #expect(try bench.restore() == "restoring") }
        try bench.archive.userDidQuit()
        #expect(try bench.names().isEmpty)
        #expect(try bench.restore() == "missing")
        try bench.archive.userDidQuit()
    }

    @Test("a mark that cannot be written begins nothing")
    func noMark() throws {
        let faulty = try FaultyDevice()
        let bench = try ArchiveBench(faulty.device)
        try bench.save()
        let count = try faulty.callCount { _ = try bench.restore() }
        try bench.archive.completeRestoration()
        var failures = 0
        for index in 0..<count {
            var error: ProtectionError?
            faulty.run(FaultPlan([.call(index): .diskFull])) {
                error = refused { try bench.restore() }
            }
            if error != nil {
                failures += 1
                #expect(error?.code == .noSpace)
            }
            #expect(try bench.hasArchive)
            try bench.archive.completeRestoration()
        }
        #expect(failures > 0)
    }
}
