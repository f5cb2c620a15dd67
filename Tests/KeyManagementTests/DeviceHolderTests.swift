import Foundation
import KeyManagement
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("Who holds a device")
struct DeviceHolderTests {
    private let files = InMemoryFileSystem { (0, 0) }

    private func makeDirectory() throws -> DeviceDirectory {
        try files.makeDirectory("/device", in: nil, permissions: 0o700)
        return try DeviceDirectory("/device", on: files)
    }

    /// What another process than the holder sees and does.
    private func write(_ record: String, to name: String = "/device/.holder") throws {
        let file = try OwnedFile(name, in: nil, [.writing, .creating], on: files)
        try file.truncate(to: 0)
        try file.write(Array(record.utf8), at: 0)
    }

    @Test("no one, until it is claimed and after the claim has gone")
    func claimed() throws {
        let directory = try makeDirectory()
        #expect(try directory.currentHolder() == .nobody)
        do {
            let claim = try directory.claim()
            let own = HolderRecord(process: ThisProcess.identifier, program: ThisProcess.name)
            #expect(try directory.currentHolder() == .someone(own))
            withExtendedLifetime(claim) {}
        }
        #expect(try directory.currentHolder() == .nobody)
    }

    @Test("a record names the process, and where it answers")
    func record() throws {
        let directory = try makeDirectory()
        let claim = try directory.claim()
        try write("12 some program\n/run/a.sock\n")
        let record = HolderRecord(process: 12, program: "some program", socket: "/run/a.sock")
        #expect(try directory.currentHolder() == .someone(record))
        withExtendedLifetime(claim) {}
    }

    @Test("a record's number is told only where it leads to that program")
    func description() {
        let own = HolderRecord(process: ThisProcess.identifier, program: ThisProcess.name)
        #expect("\(own)" == "process \(ThisProcess.identifier) (\(ThisProcess.name))")
        // As of a holder in a container.
        let other = HolderRecord(process: ThisProcess.identifier, program: "some program")
        #expect("\(other)" == "another process (some program)")
        #expect("\(HolderRecord())" == "another process")
    }

    @Test("a refused claim says which process holds the device")
    func named() throws {
        let directory = try makeDirectory()
        let claim = try directory.claim()
        do {
            _ = try directory.claim()
            Issue.record("there are two holders")
        } catch {
            #expect(error.code == .busy)
            #expect(error.message.hasPrefix("process \(ThisProcess.identifier) ("))
        }
        withExtendedLifetime(claim) {}
    }

    @Test(
        "a malformed record tells nothing",
        arguments: [
            "", "12 p", "/run/a.sock\n", "12\n", "0 p\n", "-1 p\n", "x p\n", "12 p\nrun/a.sock\n",
            "12 p\n/run\n/a.sock\n", "12 p\n/run/\u{0}\n", "\n",
        ]
    )
    func malformed(record: String) throws {
        let directory = try makeDirectory()
        let claim = try directory.claim()
        try write(record)
        #expect(try directory.currentHolder() == .someone(HolderRecord()))
        withExtendedLifetime(claim) {}
    }

    @Test(
        "no second holder gets in, whatever happens to the holder file",
        arguments: [nil, "12 p\n/run/planted.sock\n"]
    )
    func removed(planted: String?) throws {
        let directory = try makeDirectory()
        let other = try DeviceDirectory("/device", on: files)
        let claim = try directory.claim()
        try files.unlink(".holder", in: directory.directory.descriptor, folder: false)
        if let planted { try write(planted) }
        // Neither off nor where the planted record says.
        #expect(try other.currentHolder() == .someone(HolderRecord()))
        #expect(throws: ProtectionError(.busy, "")) { _ = try other.claim() }
        claim.restorePublication()
        let own = HolderRecord(process: ThisProcess.identifier, program: ThisProcess.name)
        #expect(try other.currentHolder() == .someone(own))
        // What is as it should be is left alone.
        let before = try files.status(of: ".holder", in: directory.directory.descriptor).identity
        claim.restorePublication()
        let after = try files.status(of: ".holder", in: directory.directory.descriptor).identity
        #expect(before == after)
    }

    @Test("a look is never in the way of a claim")
    func look() throws {
        let directory = try makeDirectory()
        let onlooker = try DeviceDirectory("/device", on: files)
        for _ in 0..<3 {
            #expect(try onlooker.currentHolder() == .nobody)
            let claim = try directory.claim()
            #expect(try onlooker.currentHolder() != .nobody)
            withExtendedLifetime(claim) {}
        }
    }

    @Test("the operating system's own locks do the same")
    func hostFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = PosixFileSystem()
        let directory = try DeviceDirectory(folder.path, on: host)
        let claim = try directory.claim()
        try FileManager.default.removeItem(at: folder.appending(path: ".holder"))
        let other = try DeviceDirectory(folder.path, on: host)
        #expect(try other.currentHolder() == .someone(HolderRecord()))
        #expect(throws: ProtectionError(.busy, "")) { _ = try other.claim() }
        claim.restorePublication()
        #expect(try other.currentHolder() != .someone(HolderRecord()))
    }

    @Test("a directory and its copy are told apart")
    func identity() throws {
        let one = try makeDirectory()
        try files.makeDirectory("/copy", in: nil, permissions: 0o700)
        let copy = try DeviceDirectory("/copy", on: files)
        #expect(try one.identity() != copy.identity())
        #expect(try one.identity() == DeviceDirectory("/device", on: files).identity())
    }
}
