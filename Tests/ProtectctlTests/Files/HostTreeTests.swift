import FoundationEssentials
import Testing

@Suite("Trees on the host: names, links and depths that are out of the ordinary")
struct HostTreeTests {
    @Test("names that are not UTF-8 are left out with a word, and everything else is put")
    func names() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            mkdir -p tree/$'folder\\xfe'; echo good > tree/good; echo bad > tree/$'bad\\xff'
            echo near > tree/$'bad\\xef\\xbf\\xbd'; echo in > tree/$'folder\\xfe'/in
            """
        )
        let put = try desk.must("put tree /tree")
        #expect(try desk.must("ls -R /tree").output == "/tree/bad\u{FFFD}\n/tree/good\n")
        #expect(try desk.must("cat /tree/bad\u{FFFD}").output == "near\n")
        #expect(
            put.talk.split(separator: "\n").map { $0.drop { $0 != "'" } } == [
                "'tree/bad\u{FFFD}': its name is not UTF-8",
                "'tree/folder\u{FFFD}': its name is not UTF-8",
            ]
        )
    }

    @Test("of many special files one line tells the number, and the first by name")
    func manyPipes() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir tree; touch tree/a; for i in {1..303}; do mkfifo tree/l$i; done")
        let put = try desk.must("put tree /tree")
        #expect(
            put.talk
                == "protectctl: left out 303, 'tree/l1', 'tree/l10', 'tree/l100' and 300 more: "
                + "neither a file nor a folder\n"
        )
    }

    @Test("a tree deeper than a path can be long goes in and comes out")
    func depth() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            mkdir deep; cd deep; name=$(printf 'n%.0s' {1..200})
            for i in {1..30}; do mkdir $name; cd -P $name 2>/dev/null || cd ./$name; done
            echo leaf > leaf
            """
        )
        try desk.must("put deep /deep")
        let get = try desk.run("get /deep out")
        #expect(get.status == 0, "\(get.talk.suffix(200))")
        let list = "find . -printf '%f %y %m %T+\\n'"
        #expect(
            try desk.shell("cd out; \(list)").output.split(separator: "\n").dropFirst()
                == desk.shell("cd deep; \(list)").output.split(separator: "\n").dropFirst()
        )
        #expect(try desk.shell("find out -name leaf | wc -l").output == "1\n")
    }

    @Test("a folder that holds the device is put without it, and the device itself is not put")
    func device() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir box; echo note > box/note")
        let box = desk.folder.appending(path: "box").path
        let inside = "--device \(box)/phone --device-key \(box)-key"
        try desk.must("\(inside) init --no-passcode")
        let put = try desk.must("\(inside) put box /box")
        #expect(put.talk.contains("'box/phone': it is the device itself"))
        #expect(try desk.must("\(inside) ls -R /box").output == "/box/note\n")
        for source in ["box/phone", "box/phone/files"] {
            let refused = try desk.run("\(inside) put \(source) /again")
            #expect(refused.status == 64)
        }
        try desk.must("\(inside) shutdown")
    }

    @Test("get follows no link in the place of a folder below the one that was named")
    func plantedLink() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir -p /f/sub")
        try desk.must("put passcode /f/sub/a")
        try desk.shell("mkdir out away; ln -s ../away out/sub; ln -s out way")
        let result = try desk.run("get /f way")
        #expect(result.status == 73)
        #expect(result.talk.contains("'way/sub'"))
        #expect(try desk.names(in: "away") == [])
        try desk.shell("rm out/sub")
        try desk.must("get /f way")
        #expect(try desk.text(of: "out/sub/a") == "2580")
    }

    @Test("a folder that is not there takes no file under another name")
    func missingFolder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("put passcode /a")
        let result = try desk.run("get /a no/")
        #expect(result.status == 66)
        #expect(result.talk.contains("hint: make it first"))
        #expect(!desk.exists("no"))
        let inner = try desk.run("get /a no/x")
        #expect(inner.status == 66)
        #expect(inner.talk.contains("hint: choose another place"))
    }
}
