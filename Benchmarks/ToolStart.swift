/// How long `protectctl status` takes, with the agent running.
struct ToolStart {
    private static let limit = 0.025

    let watch: Stopwatch

    func rows(_ tool: String) throws -> [Row] {
        let device = try ToolDevice(tool)
        let ten = try watch.median { try device.run("status", times: 10) }
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
