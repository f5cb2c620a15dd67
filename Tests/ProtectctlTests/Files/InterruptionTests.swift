import Testing

@Suite("An interrupted command leaves nothing half-done, and says what is complete")
struct InterruptionTests {
    @Test(
        "put, cp and protect --rekey, in the middle of a large file and of many small ones",
        arguments: [
            ("put big /new", "TERM"), ("put many /many", "INT"),
            ("put --no-sync many /many", "HUP"), ("put folders /folders", "TERM"),
            ("cp /old /new", "INT"),
            ("protect --rekey complete /old", "TERM"),
        ]
    )
    func sealing(line: String, signal: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            head -c 50000000 /dev/zero > big; mkdir many
            mkdir -p folders/{1..300}; for i in {1..150}; do echo $i > many/$i; done; head -c 30000000 big > many/large
            """
        )
        try desk.must("put --no-sync big /old")
        let result = try desk.shell(
            """
            set -m
            $TOOL \(line) & pid=$!
            until compgen -G 'phone/files/.new-*' || compgen -G 'phone/files/*/.new-??*' \\
                || compgen -G 'phone/files/.fold-*'
            do kill -0 $pid || break; done > /dev/null
            kill -\(signal) $pid; wait $pid
            """
        )
        #expect(result.status == 130, "\(result.talk)")
        if line.hasSuffix("/many") || line.hasSuffix("/folders") {
            // Where it was cut off, nothing that was handed in is whole yet.
            let lines = result.talk.split(separator: "\n").filter { $0.hasPrefix("protectctl: ") }
            #expect(lines.allSatisfy { $0.contains("no files were put") }, "\(result.talk)")
            #expect(lines.count <= 1)
        } else {
            #expect(!result.talk.contains("protectctl: "))
        }
        #expect(try desk.shell("find phone -name '.new-*' -o -name '.fold-*'").output == "")
        #expect(try desk.must("fsck --json").json().object?["damaged"] == .array([]))
    }

    @Test("a crash prints nothing of what is in memory")
    func crash() throws {
        let desk = try Desk.with(passcode: false)
        let result = try desk.shell(
            """
            mkfifo source; exec 9<> source
            $TOOL put - /x < source & pid=$!
            until compgen -G 'phone/files/.new-*' > /dev/null; do kill -0 $pid || break; done
            kill -SEGV $pid; wait $pid
            """
        )
        #expect(result.status == 139)
        #expect(!result.talk.contains("crashed"), "\(result.talk)")
        #expect(!result.talk.contains("rdi"), "\(result.talk)")
    }

    @Test("put that waits for standard input")
    func waiting() throws {
        let desk = try Desk.with(passcode: false)
        let result = try desk.shell(
            """
            set -m; mkfifo pipe; exec 3<>pipe; echo start >&3
            $TOOL put - /new < pipe & pid=$!
            until compgen -G 'phone/files/.new-*'; do kill -0 $pid || break; done > /dev/null
            kill -TERM $pid; wait $pid
            """
        )
        #expect(result.status == 130, "\(result.talk)")
        #expect(try desk.shell("find phone -name '.new-*'").output == "")
        #expect(try desk.must("ls").output == "")
    }
}
