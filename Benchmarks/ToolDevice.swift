import Foundation

/// A device that the tool made, with its agent running.
final class ToolDevice {
    let folder: String
    private let tool: String
    private let settings: String

    init(_ tool: String) throws {
        self.tool = tool
        folder = NSTemporaryDirectory() + "protection-benchmarks-\(UInt64.random(in: 0 ... .max))"
        settings =
            "export XDG_RUNTIME_DIR=\(folder) XDG_STATE_HOME=\(folder) PROTECTCTL_DEVICE=\(folder)/device; "
        try Shell.run("mkdir -m 700 \(folder)")
        try run("init --no-passcode")
        try run("boot")
    }

    deinit {
        try? run("shutdown")
        try? Shell.run("rm -rf \(folder)")
    }

    /// Runs the tool, `count` times one after the other.
    func run(_ arguments: String, times count: Int = 1) throws {
        let calls = Array(repeating: "\(tool) \(arguments)", count: count)
        try Shell.run(settings + calls.joined(separator: " && "))
    }
}
