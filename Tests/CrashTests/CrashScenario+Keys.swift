import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO

extension CrashScenario {
    static let keys: [CrashScenario] = [
        CrashScenario(
            name: "set a passcode",
            passcode: nil,
            steps: [
                .durable { try $0.device.holder.setPasscode($0.device.passcode("2580")) }
            ]
        ),
        CrashScenario(
            name: "change the passcode",
            guesses: true,
            steps: [
                .durable {
                    try $0.device.holder.changePasscode(
                        $0.device.passcode("2580"),
                        to: $0.device.passcode("1379")
                    )
                },
                .durable {
                    try $0.device.holder.changePasscode(
                        $0.device.passcode("1379"),
                        to: $0.device.passcode("4826")
                    )
                },
            ]
        ),
        CrashScenario(
            name: "remove the passcode",
            guesses: true,
            steps: [
                .durable { try $0.device.holder.removePasscode($0.device.passcode("2580")) }
            ]
        ),
        CrashScenario(
            name: "first unlock",
            startsUnlocked: false,
            guesses: true,
            hasControl: false,
            steps: [.silent { try $0.device.unlock("2580") }]
        ),
        CrashScenario(
            name: "wrong guesses",
            startsUnlocked: false,
            guesses: true,
            steps: [
                .durable { try $0.guessWrongly("0000") },
                .durable { try $0.guessWrongly("1111") },
                .silent { try $0.guessWrongly("0000") },
            ]
        ),
        CrashScenario(
            name: "unlock after a wrong guess",
            startsUnlocked: false,
            guesses: true,
            before: { try $0.guessWrongly("0000") },
            steps: [.durable { try $0.device.unlock("2580") }]
        ),
        CrashScenario(
            name: "erase",
            steps: [.durable { try $0.device.holder.erase() }]
        ),
        CrashScenario(
            name: "erase after wrong guesses",
            maximumFailedAttempts: 2,
            startsUnlocked: false,
            guesses: true,
            steps: [
                .durable { try $0.guessWrongly("0000") },
                .durable { try $0.guessWrongly("1111") },
            ]
        ),
        CrashScenario(
            name: "repair",
            hasControl: false,
            before: { try $0.leaveTraces() },
            steps: [.silent { _ = try $0.files.check(repairing: true) }]
        ),
    ]

    static let all =
        saving + handles + naming + nodes + attributes + settling + mounts + headers + keys
}

extension CrashSession {
    /// A guess that must be refused.
    func guessWrongly(_ passcode: String) throws {
        do {
            try device.unlock(passcode)
        } catch let error as ProtectionError where error.code == .passcodeIncorrect { return }
        throw ProtectionError(.internalError, "a wrong passcode was taken")
    }

    /// What calls leave whose process died in the middle.
    func leaveTraces() throws {
        try stop(at: .nth(1, .synchronize)) {
            try files.setMode(0o644, of: path("/kept"))
        }
        try stop(at: .nth(1, .synchronize)) {
            try files.setMode(0o755, of: path("/dir"))
        }
        try stop(at: .nth(0, .rename)) {
            try files.write(DiskScan.text(60, 100), to: path("/dir/" + CrashScenario.longName))
        }
        try stop(at: .nth(0, .rename)) { try files.makeDirectory(path("/dir/made")) }
        try files.write(DiskScan.text(61, 100), to: path("/dir/gone"))
        try stop(at: .nth(0, .unlink)) { try files.remove(path("/dir/gone")) }
        try stop(at: .nth(0, .unlink)) { try files.removeDirectory(path("/dir/empty")) }
        try files.makeDirectory(path("/left"))
        try files.write(DiskScan.text(62, 100), to: path("/left/gone"))
        try stop(at: .nth(1, .synchronize)) { try files.removeTree(path("/left")) }
    }

    private func stop(at place: FaultPlan.Place, _ body: () throws -> Void) throws {
        faults.install(FaultPlan([place: .stop]))
        // Some calls have done all they promise when they are stopped.
        try? body()
        faults.install(FaultPlan())
    }
}
