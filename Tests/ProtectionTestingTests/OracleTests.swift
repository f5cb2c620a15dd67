import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("Locked is not corrupt: what code does with a file that it could not read")
struct OracleTests {
    /// Something that code does with a locked file, and whether it loses it.
    struct Program: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (TestDevice) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (TestDevice) throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    private static let file: DevicePath = "/Documents/db"

    private static func refuse(_ device: TestDevice) {
        #expect(device.fileManager.contents(atPath: device.container.url(of: file).path) == nil)
    }

    static let losses = [
        Program("deletes it") { device in
            refuse(device)
            try device.files.remove(file)
        },
        Program("deletes its folder") { device in
            refuse(device)
            try device.fileManager.removeItem(atPath: device.container.root.path + "/Documents")
        },
        Program("saves another in its place") { device in
            refuse(device)
            try device.files.write([0], to: file, as: ProtectionClass.none)
        },
        Program("moves another into its place") { device in
            refuse(device)
            try device.files.write([0], to: "/tmp/new", as: ProtectionClass.none)
            try device.files.rename("/tmp/new", to: file)
        },
        Program("sets another aside in the same place") { device in
            refuse(device)
            try device.files.rename(file, to: "/Documents/db.corrupt")
            try device.files.write([0], to: file, as: ProtectionClass.none)
            try device.files.rename(file, to: "/Documents/db.corrupt")
        },
        Program("sets it aside and begins anew, and deletes it at last") { device in
            refuse(device)
            try device.files.rename(file, to: "/Documents/db.corrupt")
            try device.files.open(file, creating: true, as: ProtectionClass.none).close()
            try device.unlock()
            try device.files.remove("/Documents/db.corrupt")
        },
        Program("empties it after the unlock, by a handle that it was refused to read") { device in
            try device.unlock()
            let handle = try device.files.open(file)
            try device.lock()
            #expect(throws: ProtectionError.self) { try handle.read(at: 0, count: 1) }
            try device.unlock()
            try handle.truncate(to: 0)
        },
        Program("replaces what it set aside") { device in
            refuse(device)
            try device.files.rename(file, to: "/Documents/db.corrupt")
            try device.unlock()
            try device.files.write([], to: "/Documents/db.corrupt")
        },
        Program("deletes what it set aside") { device in
            refuse(device)
            try device.files.rename("/Documents", to: "/Old")
            try device.files.remove("/Old/db")
        },
        Program("deletes it after the unlock, without another look") { device in
            refuse(device)
            try device.unlock()
            try device.files.remove(file)
        },
        Program("saves over it after the unlock, not atomically") { device in
            refuse(device)
            try device.unlock()
            try device.fileManager.write(Data([0]), to: device.container.url(of: file))
        },
        Program("deletes it, and cannot make it anew") { device in
            try device.files.remove(file)
            #expect(throws: ProtectionError.self) {
                try device.files.write([0], to: file, as: .complete)
            }
        },
        Program("was refused by a handle that was open") { device in
            try device.unlock()
            let handle = try device.files.open(file)
            try device.lock()
            #expect(throws: ProtectionError.self) { try handle.read(at: 0, count: 1) }
            try handle.close()
            try device.files.remove(file)
        },
    ]

    static let harmless = [
        Program("only looks") { refuse($0) },
        Program("deletes what it never tried to read") { try $0.files.remove(file) },
        Program("replaces what it never tried to read") { device in
            try device.files.write([0], to: file, as: ProtectionClass.none)
        },
        Program("reads it after the unlock, and then deletes it") { device in
            refuse(device)
            try device.unlock()
            _ = try device.files.read(file)
            try device.files.remove(file)
        },
        Program("reads it after the unlock, and then saves over it, not atomically") { device in
            refuse(device)
            try device.unlock()
            _ = try device.files.read(file)
            try device.fileManager.write(Data([0]), to: device.container.url(of: file))
        },
        Program("adds to it after the unlock, without another look") { device in
            refuse(device)
            try device.unlock()
            let handle = try device.files.open(file, .write)
            try handle.write([4], at: 3)
            try handle.close()
        },
        Program("deletes another one") { device in
            refuse(device)
            try device.files.write([0], to: "/tmp/other", as: ProtectionClass.none)
            try device.files.remove("/tmp/other")
        },
        Program("fails to delete it") { device in
            refuse(device)
            #expect(throws: ProtectionError.self) { try device.files.removeDirectory(file) }
        },
        Program("moves it and keeps it") { device in
            refuse(device)
            try device.files.rename(file, to: "/Documents/kept")
            try device.unlock()
            _ = try device.files.read("/Documents/kept")
        },
        Program("moves it, keeps it and begins anew") { device in
            refuse(device)
            try device.files.rename(file, to: "/Documents/kept")
            try device.files.write([0], to: file, as: ProtectionClass.none)
            try device.files.write([1], to: file, as: ProtectionClass.none)
            try device.unlock()
            _ = try device.files.read("/Documents/kept")
        },
        Program("cuts it to a length, as a database does when a transaction fails") { device in
            try device.unlock()
            let handle = try device.files.open(file)
            try device.lock()
            #expect(throws: ProtectionError.self) { try handle.read(at: 0, count: 1) }
            try device.unlock()
            try handle.truncate(to: 2)
        },
        Program("moves it away and back") { device in
            refuse(device)
            try device.files.rename("/Documents", to: "/Old")
            try device.files.rename("/Old", to: "/Documents")
            _ = try device.files.metadata(of: file)
        },
        Program("renames, asks and lists") { device in
            refuse(device)
            _ = try device.files.metadata(of: file)
            _ = try device.files.names(in: "/Documents")
            try device.files.setMode(0o600, of: file)
        },
        Program("may lose it") { device in
            device.allowLoss(at: "/Documents")
            refuse(device)
            try device.files.remove(file)
        },
    ]

    private func run(_ program: Program) async throws {
        try await inEachLockState([.locked]) { device in
            try device.files.write([1, 2, 3], to: Self.file, as: .complete)
        } running: { device in
            try program.run(device)
        }
    }

    @Test(
        "a file that comes and goes is not lost where it cannot come again",
        arguments: ["/tmp/upload", "/Documents/db-journal"] as [DevicePath]
    )
    func passing(file: DevicePath) async throws {
        try await lockAtEveryStep { device in
            for _ in 0..<2 {
                try? device.files.write([1], to: file, as: .complete)
                try? device.files.remove(file)
            }
        }
    }

    @Test("these lose a file that was merely locked", arguments: losses)
    func losing(program: Program) async {
        await expectFailure(
            containing: "although it was merely locked",
            "could not be recreated because the device is locked"
        ) { try await run(program) }
    }

    @Test("a file that is deleted and cannot be recreated is told of once")
    func toldOnce() async throws {
        let said = Lines()
        try await withKnownIssue {
            try await run(
                Program("deletes it and begins anew") { device in
                    Self.refuse(device)
                    try device.files.remove(Self.file)
                    try? device.files.write([0], to: Self.file, as: .complete)
                }
            )
        } matching: { issue in
            said.append(issue.error.map { "\($0)" } ?? "")
            return true
        }
        #expect(said.all.count == 1)
        #expect(said.all.first?.contains("was deleted, although it was merely locked") == true)
    }

    @Test("what a preparation allows to be lost may be lost in each run")
    func allowedInPreparation() async throws {
        try await lockAtEveryStep { device in
            device.allowLoss(at: device.container.url(of: Self.file))
            try device.files.write([1], to: Self.file, as: .complete)
        } running: { device in
            do { _ = try device.files.read(Self.file) } catch {
                try device.files.remove(Self.file)
            }
        }
    }

    private static func setAside(_ device: TestDevice) throws {
        do { _ = try device.files.read(file) } catch {
            try device.files.rename(file, to: "/Documents/db.locked")
        }
        try device.files.write([0], to: file, as: ProtectionClass.none)
    }

    @Test(
        "a file that was set aside and is still there is not lost, and the report says where it is"
    )
    func setAside() async throws {
        let warnings = Lines()
        var report: StepReport?
        try await withKnownIssue("it is a warning", isIntermittent: true) {
            report = try await lockAtEveryStep(only: 1...1) { device in
                try device.files.write([1, 2, 3], to: Self.file, as: .complete)
            } running: {
                try Self.setAside($0)
            }
        } matching: { issue in
            warnings.append(issue.comments.first?.rawValue ?? "")
            return !issue.isFailure
        }
        let notes = try #require(report?.notes)
        #expect(report?.failedSteps == [])
        #expect(notes.count == 2)
        #expect(
            notes.allSatisfy {
                $0.hasSuffix(
                    "'/Documents/db' was merely locked and is still there as '/Documents/db.locked', "
                        + "where nothing has looked for it"
                )
            }
        )
        #if compiler(>=6.3)
        #expect(warnings.all.count == 2)
        #expect(warnings.all.allSatisfy { $0.contains("Nothing is lost") })
        #endif
    }

    @Test("nothing is said of it when the app finds it again, or may lose it")
    func foundAgain() async throws {
        let report = try await lockAtEveryStep { device in
            device.allowLoss(at: "/tmp")
            try device.files.write([1, 2, 3], to: Self.file, as: .complete)
            try device.files.write([1], to: "/tmp/a", as: .complete)
        } running: { device in
            try Self.setAside(device)
            _ = try? device.files.read("/tmp/a")
            try? device.files.rename("/tmp/a", to: "/tmp/b")
        } verifying: { device in
            guard try device.files.names(in: "/Documents").contains("db.locked") else { return }
            let content = try device.files.read("/Documents/db.locked")
            #expect(content == [1, 2, 3])
        }
        #expect(report.notes.isEmpty)
        #expect(report.failedSteps.isEmpty)
    }

    @Test("these do not", arguments: harmless)
    func notLosing(program: Program) async throws {
        try await run(program)
    }
}
