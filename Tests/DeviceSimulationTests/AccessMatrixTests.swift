import DeviceSimulation
import ProtectionModel
import Testing

/// The operation matrix of Apple's Data Protection: operation × class × state.
///
/// Written out as letters, not computed from the model that the device itself uses. Columns are
/// the classes A, B, C, D and when-user-inactive; `+` succeeds, `-` is refused.
@Suite("The matrix of operations, classes and states")
struct AccessMatrixTests {
    static let classes = ["A", "B", "C", "D", "when-user-inactive"]

    enum Stage: String, CaseIterable {
        case beforeFirstUnlock, unlocked, locking, locked, inactive, withoutPasscode

        var device: String {
            switch self {
            case .withoutPasscode: "{}"
            default: #"{ passcode: "2580", state: unlocked, user-inactive-after: 1h }"#
            }
        }

        /// What leads from unlocked to here.
        var steps: [String] {
            switch self {
            case .unlocked, .withoutPasscode: []
            case .beforeFirstUnlock: ["reboot: {}"]
            case .locking: ["lock: {}", "advance: 9999ms"]
            case .locked: ["lock: {}", "advance: 10s"]
            case .inactive: ["lock: {}", "advance: 1h"]
            }
        }
    }

    /// Steps on a closed file of the class, or on a new one, with the answers by stage.
    static let closed: [(step: String, answers: [Stage: String])] = [
        ("write: { path: /new, class: CLASS, text: x }", creating),
        ("{ write: { path: /new, class: CLASS, text: x, atomic: false } }", reopening),
        ("open: { path: /new, mode: read-write, as: n, create: true, class: CLASS }", creating),
        ("write: { path: /inside/new, text: x }", creating),
        ("write: { path: /f, class: CLASS, text: new }", creating),
        ("read: { path: /f }", opening),
        ("open: { path: /f, mode: read, as: n }", opening),
        ("open: { path: /f, mode: write, as: n }", opening),
        ("open: { path: /f, mode: read-write, as: n, create: true }", opening),
        ("write: { path: /f, text: new, atomic: false }", opening),
        ("truncate: { path: /f, size: 0 }", opening),
        ("truncate: { path: /f, size: 9 }", opening),
        ("copy: { from: /f, to: /copy }", opening),
        ("rename: { from: /f, to: /inside/f }", always),
        ("remove: { path: /f }", always),
        ("stat: { path: /f }", always),
        ("list: { path: /inside }", always),
        ("mkdir: { path: /inside/more }", always),
        ("protect: { path: /f, class: CLASS }", always),
        ("protect: { path: /inside, class: A }", always),
        ("protect: { path: /, class: CLASS }", always),
    ]

    /// Steps on a handle that was opened while the device was unlocked.
    static let opened: [(step: String, answers: [Stage: String])] = [
        ("read: { handle: h }", using),
        ("write: { handle: h, offset: 1, text: x }", using),
        ("append: { handle: h, text: x }", using),
        ("truncate: { handle: h, size: 1 }", using),
        ("truncate: { handle: h, size: 9 }", using),
        ("open: { path: /f, mode: read, as: n }", opening),
        ("truncate: { path: /f, size: 1 }", opening),
        ("sync: { handle: h }", alwaysOpen),
        ("close: { handle: h }", alwaysOpen),
    ]

    static let creating: [Stage: String] = [
        .beforeFirstUnlock: "-+-+-", .unlocked: "+++++", .locking: "+++++", .locked: "-++++",
        .inactive: "-+++-", .withoutPasscode: "+++++",
    ]
    /// A file that was made while it cannot be opened is written through the handle that made it.
    static let reopening = creating
    static let opening: [Stage: String] = [
        .beforeFirstUnlock: "---+-", .unlocked: "+++++", .locking: "+++++", .locked: "--+++",
        .inactive: "--++-", .withoutPasscode: "+++++",
    ]
    static let using: [Stage: String] = [
        .unlocked: "+++++", .locking: "+++++", .locked: "-++++", .inactive: "-+++-",
        .withoutPasscode: "+++++",
    ]
    static let always = Dictionary(uniqueKeysWithValues: Stage.allCases.map { ($0, "+++++") })
    static let alwaysOpen = always.filter { $0.key != .beforeFirstUnlock }

    private func check(
        _ row: (step: String, answers: [Stage: String]),
        _ stage: Stage,
        opening: [String]
    ) throws {
        guard let answers = row.answers[stage] else { return }
        for (name, answer) in zip(Self.classes, answers) {
            let steps =
                [
                    "mkdir: { path: /inside, class: \(name) }",
                    "write: { path: /f, class: \(name), text: hello }",
                ] + opening + stage.steps + [row.step.replacing("CLASS", with: name)]
            let results = try Story.run(steps, device: stage.device)
            let expected: String? = answer == "+" ? nil : "protected-data-unavailable"
            let last = try #require(results.last)
            #expect(
                last.got[.error] == expected.map { .text($0) },
                "class \(name), \(stage): \(last.message ?? "succeeded")"
            )
        }
    }

    @Test("of closed files", arguments: closed.indices, Stage.allCases)
    func closedFiles(row: Int, stage: Stage) throws {
        try check(Self.closed[row], stage, opening: [])
    }

    @Test("of open files", arguments: opened.indices, Stage.allCases)
    func openFiles(row: Int, stage: Stage) throws {
        let opening = ["open: { path: /f, mode: read-write, as: h }"]
        try check(Self.opened[row], stage, opening: opening)
    }

    /// From a class (rows) to a class (columns), in the order of ``classes``.
    static let changes: [Stage: [String]] = [
        .unlocked: ["+++++", "+++++", "+++++", "+++++", "+++++"],
        .withoutPasscode: ["+++++", "+++++", "+++++", "+++++", "+++++"],
        .locking: ["+++++", "+++++", "+++++", "+++++", "+++++"],
        .locked: ["+----", "-+---", "-++++", "-++++", "-++++"],
        .inactive: ["+----", "-+---", "-+++-", "-+++-", "----+"],
        .beforeFirstUnlock: ["+----", "-+---", "--+--", "-+-+-", "----+"],
    ]

    @Test("of changes from class to class", arguments: Stage.allCases, [false, true])
    func classChanges(stage: Stage, isOpen: Bool) throws {
        guard !(isOpen && stage == .beforeFirstUnlock) else { return }
        let rows = try #require(Self.changes[stage])
        for (old, answers) in zip(Self.classes, rows) {
            for (new, answer) in zip(Self.classes, answers) {
                let steps =
                    ["write: { path: /f, class: \(old), text: hello }"]
                    + (isOpen ? ["open: { path: /f, mode: read-write, as: h }"] : []) + stage.steps
                    + ["protect: { path: /f, class: \(new) }", "stat: { path: /f }"]
                    + [#"unlock: { passcode: "2580" }"#, "read: { path: /f }"]
                    + (isOpen ? ["append: { handle: h, text: '!' }", "read: { path: /f }"] : [])
                let results = try Story.run(steps, device: stage.device)
                let change = try #require(results.first { $0.name == "protect" })
                let stat = try #require(results.first { $0.name == "stat" })
                let last = try #require(results.last)
                let expected: String? = answer == "+" ? nil : "protected-data-unavailable"
                #expect(
                    change.got[.error] == expected.map { .text($0) },
                    "\(old) to \(new), \(stage): \(change.message ?? "succeeded")"
                )
                let present = try #require(ProtectionClass(named: answer == "+" ? new : old))
                #expect(stat.got[.protection] == .text(present.name))
                #expect(
                    last.got[.text] == .text(isOpen ? "hello!" : "hello"),
                    "\(old) to \(new), \(stage): \(last.message ?? "")"
                )
            }
        }
    }
}
