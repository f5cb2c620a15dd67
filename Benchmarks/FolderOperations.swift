/// Folders of small files that are put and removed with `protectctl`, durable at the end, beside the
/// same with plain files, gocryptfs and restic.
struct FolderOperations {
    private static let fileCount = 3_000
    /// Files and the folders they are in.
    private static let entryCount = 22_000

    let watch: Stopwatch

    func rows(_ tool: String) throws -> [Row] {
        let device = try ToolDevice(tool)
        let at = device.folder
        try Shell.run(
            """
            cd \(at); mkdir source many
            for i in {1..\(Self.fileCount)}; do head -c 4096 /dev/urandom > source/$i; done
            mkdir many/{1..\(Self.entryCount / 22)}
            for d in many/*; do for i in {1..21}; do echo $i > $d/$i; done; done
            mkdir cipher mount && echo pw > pw && gocryptfs -q -init -scryptn 10 -passfile pw cipher \
                && gocryptfs -q -passfile pw cipher mount || true
            """
        )
        defer {
            try? Shell.run("fusermount3 -u \(at)/mount || fusermount -u \(at)/mount || true")
        }
        let hasMount = (try? Shell.run("mountpoint \(at)/mount")) != nil
        return try putting(device, hasMount) + removing(device, hasMount)
    }

    private func putting(_ device: ToolDevice, _ hasMount: Bool) throws -> [Row] {
        let at = device.folder
        // Each run writes to a place of its own: a removal before it would go on behind its back, and
        // what was written before must not be waited for again.
        var run = 0
        func time(
            preparing prepare: (Int) -> String = { _ in "true" },
            _ work: (Int) throws -> Void
        ) throws -> Double {
            try watch.median(
                prepare: {
                    run += 1
                    try Shell.run("\(prepare(run)); sync")
                },
                { try work(run) }
            )
        }
        let ours = try time { try device.run("put \(at)/source /\($0)") }
        func row(_ peer: String, _ theirs: Double, _ wanted: Double?) -> Row {
            .rate(
                "put a folder of 4 KiB files, durably",
                peer,
                amount: Double(Self.fileCount),
                unit: "files/s",
                ours: ours,
                theirs: theirs,
                wanted: wanted
            )
        }
        let plain = try time {
            try Shell.run("cp -r \(at)/source \(at)/plain\($0) && sync -f \(at)")
        }
        var rows = [row("cp -r and sync", plain, nil)]
        if hasMount {
            let theirs = try time {
                try Shell.run("cp -r \(at)/source \(at)/mount/copy\($0) && sync -f \(at)")
            }
            rows.append(row("gocryptfs", theirs, 1))
        }
        if Shell.has("restic") {
            func restic(_ run: Int) -> String {
                "RESTIC_PASSWORD=pw RESTIC_CACHE_DIR=\(at)/cache\(run) restic -q -r \(at)/restic\(run)"
            }
            let theirs = try time(preparing: { "\(restic($0)) init" }) {
                try Shell.run("\(restic($0)) backup \(at)/source")
            }
            rows.append(row("restic", theirs, 0.5))
        }
        return rows
    }

    private func removing(_ device: ToolDevice, _ hasMount: Bool) throws -> [Row] {
        let at = device.folder
        let ours = try watch.median(
            prepare: {
                try device.run("put \(at)/many /many")
                try Shell.run("sync")
            },
            { try device.run("rm -r /many") }
        )
        func theirs(_ folder: String) throws -> Double {
            try watch.median(
                prepare: { try Shell.run("cp -r \(at)/many \(folder)/copied; sync") },
                { try Shell.run("rm -r \(folder)/copied && sync -f \(at)") }
            )
        }
        func row(_ peer: String, _ theirs: Double, _ wanted: Double?) -> Row {
            .rate(
                "rm -r of 22,000 entries, durably",
                peer,
                amount: Double(Self.entryCount),
                unit: "entries/s",
                ours: ours,
                theirs: theirs,
                wanted: wanted
            )
        }
        var rows = [row("rm -r and sync", try theirs(at), nil)]
        if hasMount { rows.append(row("gocryptfs", try theirs(at + "/mount"), 1)) }
        return rows
    }
}
