import Foundation
import SystemIO
import Testing

/// A place to use the tool from: a temporary folder with a home of its own, and no terminal.
///
/// Devices that are made below the folder are switched off when the desk goes.
final class Desk {
    /// The working directory of everything that is run.
    let folder: URL

    private let environment: [String: String]

    /// An empty desk; `phone` is the device of every command that names no other.
    init() throws {
        folder = URL(filePath: NSTemporaryDirectory())
            .appending(path: "protectctl-\(UUID().uuidString.prefix(8))")
        let runtime = folder.appending(path: "run").path
        try FileManager.default.createDirectory(
            atPath: runtime,
            withIntermediateDirectories: true
        )
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.appending(path: "home").path,
            "XDG_RUNTIME_DIR": runtime,
            "XDG_STATE_HOME": folder.appending(path: "state").path,
            "PROTECTCTL_DEVICE": folder.appending(path: "phone").path,
            "LC_ALL": "C.UTF-8",
        ]
        try text("2580", in: "passcode")
    }

    /// A desk with a booted device: locked with the passcode 2580, or without one.
    static func with(passcode: Bool, _ options: String = "") throws -> Desk {
        let desk = try Desk()
        let secret = passcode ? "--passcode-file passcode" : "--no-passcode"
        try desk.must("init --kdf interactive \(secret) \(options)")
        try desk.must(passcode ? "unlock --passcode-file passcode" : "boot")
        return desk
    }

    deinit {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names ?? [] where exists("\(name)/keybag") {
            _ = try? run("shutdown --device \(name)")
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs the tool with the words of a line, which have one space between them; `input` comes on
    /// standard input, `changes` are variables to set, or with nil to take away.
    @discardableResult
    func run(
        _ line: String,
        input: String = "",
        _ changes: [String: String?] = [:]
    ) throws -> ToolRun {
        try run(words: line.split(separator: " ").map(String.init), input: input, changes)
    }

    /// Runs the tool with arguments that may have spaces in them, or nothing.
    @discardableResult
    func run(
        words: [String],
        input: String = "",
        _ changes: [String: String?] = [:]
    ) throws -> ToolRun {
        try start([BuiltTool.path()] + words, input: input, changes)
    }

    /// Runs the tool and expects that it succeeds.
    @discardableResult
    func must(
        _ line: String,
        input: String = "",
        at location: SourceLocation = #_sourceLocation
    ) throws -> ToolRun {
        let result = try run(line, input: input)
        try #require(result.status == 0, "\(line): \(result.talk)", sourceLocation: location)
        return result
    }

    /// Runs a script of bash, in which `$TOOL` is the tool.
    @discardableResult
    func shell(_ script: String) throws -> ToolRun {
        try start(["/usr/bin/env", "bash", "-c", script], input: "", ["TOOL": BuiltTool.path()])
    }

    private func start(
        _ command: [String],
        input: String,
        _ changes: [String: String?]
    ) throws -> ToolRun {
        // Files and no pipes: an agent that kept a stream open must not hold up the test.
        let name = "." + UUID().uuidString
        try text(input, in: name + ".in")
        var variables = environment
        for (name, value) in changes { variables[name] = value }
        let settings = variables.filter { changes[$0.key] != .some(nil) }.map { "\($0)=\($1)" }
        // A session of its own has no terminal, wherever the tests are run from.
        let process = try ChildProcess.start(
            "env",
            ["-i", "-C", folder.path] + settings + [
                "bash", "-c",
                "exec setsid -w timeout -s KILL 40 \"$@\" > \(name).out 2> \(name).err",
                "bash",
            ] + command,
            input: try HostStream.source(path(name + ".in"))
        )
        let status = process.wait()
        let result = ToolRun(
            status: status,
            output: try text(of: name + ".out"),
            talk: try text(of: name + ".err")
        )
        for end in [".in", ".out", ".err"] {
            try FileManager.default.removeItem(at: url(name + end))
        }
        return result
    }
}
