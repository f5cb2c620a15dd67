import Foundation

/// How long `protectctl status` takes, with the agent running.
struct ToolStart {
    private static let limit = 0.025

    let watch: Stopwatch

    func rows(_ tool: String) throws -> [Row] {
        let folder =
            NSTemporaryDirectory() + "protection-benchmarks-\(UInt64.random(in: 0 ... .max))"
        let settings =
            "export XDG_RUNTIME_DIR=\(folder) XDG_STATE_HOME=\(folder) PROTECTCTL_DEVICE=\(folder)/device; "
        try Shell.run(
            "mkdir -m 700 \(folder); \(settings) \(tool) init --no-passcode && \(tool) boot"
        )
        defer { try? Shell.run("\(settings) \(tool) shutdown; rm -rf \(folder)") }
        let ten = try watch.median {
            try Shell.run(settings + "for i in 1 2 3 4 5 6 7 8 9 10; do \(tool) status; done")
        }
        return [
            Row(
                work: "protectctl status",
                ours: Row.text(ten * 100, "ms"),
                peer: "limit",
                theirs: Row.text(Self.limit * 1_000, "ms"),
                ratio: Self.limit / (ten / 10),
                wanted: 1
            )
        ]
    }
}
