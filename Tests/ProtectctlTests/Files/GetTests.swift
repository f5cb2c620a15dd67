import Foundation
import Testing

@Suite("get and cat: out of the device, and nothing partial")
struct GetTests {
    @Test("where the content goes")
    func places() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put - /file", input: "content")
        try desk.shell("mkdir dir; echo old > here; ln -s here link; ln -s dir way")
        for (line, place) in [
            ("get /file", "file"), ("get /file out", "out"), ("get /file dir", "dir/file"),
            ("get /file dir/", "dir/file"), ("get /file here", "here"),
            ("get /file way/x", "dir/x"),
            ("get /file \(desk.path(""))/absolute", "absolute"),
        ] {
            let result = try desk.must(line)
            #expect(result.output == "", "\(line)")
            #expect(try desk.text(of: place) == "content", "\(line)")
        }
        try desk.must("put - /file", input: "new")
        try desk.must("get /file link")
        #expect(try desk.shell("readlink link; cat here").output == "here\nnew")
        #expect(try desk.must("get /file -").output == "new")
        #expect(try desk.must("get /file /dev/null").output == "")
        #expect(try desk.must("get /file /dev/stdout").output == "new")
        let piped = try desk.shell("ln -s /proc/self/fd/1 o; $TOOL get /file o | cat; readlink o")
        #expect(piped.output == "new/proc/self/fd/1\n")
        #expect(try desk.shell("mkfifo p; cat p & $TOOL get /file p; wait").output == "new")
        #expect(try desk.must("cat /file /file").output == "newnew")
    }

    @Test("a name as long as names can be")
    func longName() throws {
        let desk = try Desk.with(passcode: false)
        let name = String(repeating: "n", count: 255)
        try desk.must("put passcode /\(name)")
        try desk.must("get /\(name)")
        #expect(try desk.text(of: name) == "2580")
    }

    @Test("a damaged file leaves no part of itself, and an old file stays")
    func damaged() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("head -c 400000 /dev/urandom > big; mkdir dir; echo old > dir/old")
        try desk.must("put big /big")
        let host = try #require(desk.names(in: "phone/files").first { $0 != ".folder" })
        try desk.damage("phone/files/\(host)", at: 300_000..<300_001)
        for line in ["get /big dir/new", "get /big dir/old", "cat /big", "exec /big -- wc"] {
            let result = try desk.run("--json " + line)
            #expect(result.status == 65, "\(line)")
            #expect(try result.code() == "authentication-failure", "\(line)")
        }
        #expect(try desk.names(in: "dir") == ["old"])
        #expect(try desk.text(of: "dir/old") == "old\n")
        let check = try desk.run("fsck --json")
        #expect(check.status == 1)
        let finding = try check.json().object?["damaged"]?.array?.first
        #expect(finding?.shape == "{code:string,message:string,path:string}")
        #expect(finding?.object?["path"] == .string("/big"))
    }

    @Test("standard output by its name is standard output, and nothing is replaced")
    func standardOutput() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put - /a", input: "content\n")
        try desk.shell("(echo before; $TOOL get /a /dev/stdout; echo after) >> log")
        #expect(try desk.text(of: "log") == "before\ncontent\nafter\n")
    }

    @Test("a folder is the user's alone until all of it is there")
    func privateFolder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir -m 755 tree; head -c 50000000 /dev/zero > tree/big")
        try desk.must("put --no-sync tree /tree")
        // Its lock on the new file is seen by everybody.
        let modes = try desk.shell(
            """
            umask 0; $TOOL get /tree new/tree & get=$!
            until grep -q "FLOCK .* WRITE $get " /proc/locks || [ ! -d /proc/$get ]; do :; done
            stat -c %a new/tree; wait $get; stat -c %a new/tree
            """
        )
        #expect(modes.output == "700\n755\n")
    }

    @Test(
        "a get that is ended at any moment leaves the whole file or nothing",
        arguments: ["TERM", "KILL"]
    )
    func interrupted(signal: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("head -c 50000000 /dev/zero > big; mkdir dir")
        try desk.must("put --no-sync big /big")
        var hasHit = false
        for _ in 0..<10 where !hasHit {
            // Its lock on the new file is seen by everybody, its open files by root alone.
            let result = try desk.shell(
                """
                $TOOL get /big dir/big & get=$!
                until grep -q "FLOCK .* WRITE $get " /proc/locks
                do kill -0 $get || break; done
                kill -\(signal) $get; wait $get
                """
            )
            hasHit = result.status == (signal == "KILL" ? 137 : 130)
            #expect(try Set(["big"]).isSuperset(of: desk.names(in: "dir")), "\(result)")
            let whole = try desk.shell(
                "[ ! -e dir/big ] || cmp big dir/big; echo $?; rm -f dir/big"
            )
            #expect(whole.output == "0\n")
        }
        #expect(hasHit, "no get was ended in its transfer")
    }

    @Test("what another process of the same number left is not in the way")
    func sameProcessNumber() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /file")
        // exec keeps the number, as the first process of each container has the same.
        let result = try desk.shell(
            "mkdir dir; bash -c 'touch dir/.protectctl-$$; exec $TOOL get /file dir/file'"
        )
        #expect(result.status == 0, "\(result)")
        #expect(try desk.text(of: "dir/file") == "2580")
    }

    @Test("abandoned files of an earlier get are collected; others' stay, and those in use")
    func abandoned() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /file")
        // Eight bytes and BLAKE2b-128 of 'protectctl get' and them.
        let names = [
            "AAAAAAAAAAADrFk9ASHyNnzfwHgo9dIV", "AAECAwQFBgdUuXjqxU3jVlGs11jeEMDF",
            "___________8eLuR_CQZQVuBaxbZYxsG",
        ].map { ".protectctl-get.\($0)" }
        let result = try desk.shell(
            """
            mkdir dir dir/\(names[2]); touch dir/\(names[0]) dir/\(names[1])
            flock dir/\(names[1]) $TOOL get /file dir/file
            """
        )
        #expect(result.status == 0, "\(result)")
        #expect(try Set(desk.names(in: "dir")) == ["file", names[1], names[2]])
        // The next one collects what nobody holds any more.
        try desk.must("get /file dir/file")
        #expect(try Set(desk.names(in: "dir")) == ["file", names[2]])
    }

    @Test("a file of the user's stays, however much it is called like one of ours")
    func similarNames() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /file")
        let names = [
            ".protectctl-baseline-release", ".protectctl-aaaaaaaaaaaaaaaa", ".protectctl-get.",
            ".protectctl-get.baseline-release", ".protectctl-get.json",
            // As long as ours, with another hash; a copy's name; and another spelling of ours.
            ".protectctl-get.AAAAAAAAAAADrFk9ASHyNnzfwHgo9dIW",
            ".protectctl-get.AAAAAAAAAAADrFk9ASHyNnzfwHgo9dIV.old",
            ".protectctl-get.AAAAAAAAAAADrFk9ASHyNnzfwHgo9dIV=",
        ]
        // Ours by its name, but kept by the user under a second one.
        let kept = ".protectctl-get.AAECAwQFBgdUuXjqxU3jVlGs11jeEMDF"
        try desk.shell(
            "mkdir dir; cd dir; touch \(names.joined(separator: " ")) kept; ln kept \(kept)"
        )
        try desk.must("get /file dir/file")
        #expect(try Set(desk.names(in: "dir")) == Set(names + ["file", "kept", kept]))
    }

    @Test("a damaged header slot is found, and put right by fsck --repair")
    func repaired() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put - /a", input: "content")
        let host = try #require(desk.names(in: "phone/files").first { $0 != ".folder" })
        try desk.damage("phone/files/\(host)", at: 100..<101)
        #expect(try desk.must("cat /a").output == "content")
        let found = try desk.run("fsck --json")
        let repaired = try desk.run("fsck --repair --json")
        #expect(try repaired.json().object?["repaired"]?.array?.count == 1, "\(found) \(repaired)")
        #expect(try desk.must("fsck --json").json().object?["repaired"] == .array([]))
        #expect(try desk.must("cat /a").output == "content")
    }

    @Test("bytes behind a file's end are a note of fsck, no damage, and cut by --repair")
    func note() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put - /a", input: "content")
        let host = try #require(desk.names(in: "phone/files").first { $0 != ".folder" })
        let url = desk.url("phone/files/\(host)")
        let whole = try [UInt8](Data(contentsOf: url))
        try Data(whole + [1, 2, 3]).write(to: url)
        for line in ["fsck", "fsck --json"] {
            let found = try desk.must(line)
            #expect(found.talk.contains("note: /a: 3 bytes"))
            #expect(!found.output.contains("3 bytes"))
        }
        #expect(try desk.must("cat /a").output == "content")
        let repaired = try desk.must("fsck --repair --json")
        #expect(try repaired.json().object?["repaired"]?.array?.count == 1)
        #expect(repaired.talk == "")
        #expect(try [UInt8](Data(contentsOf: url)) == whole)
    }

    @Test("a locked file is skipped by fsck, never called damaged")
    func locked() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("put --class complete passcode /a")
        try desk.must("put --class none passcode /d")
        try desk.must("lock --now")
        let report = try desk.must("fsck --json").json().object
        #expect(report?["skippedLocked"] == .number(1))
        #expect(report?["damaged"] == .array([]))
    }
}
