import Testing

@Suite("Names: ls, mkdir, mv, cp, rm, touch and protect")
struct NameTests {
    @Test("every step leaves the names and classes that it should")
    func story() throws {
        let desk = try Desk.with(passcode: true)
        let steps: [(line: String, names: String)] = [
            ("mkdir -p /a/b/c --class complete", "a/ a/b/ a/b/c/"),
            ("mkdir -p /a/b/c", "a/ a/b/ a/b/c/"),
            ("put passcode /a/f", "a/ a/b/ a/b/c/ a/f"),
            ("mv /a/f /a/b", "a/ a/b/ a/b/c/ a/b/f"),
            ("mv /a/b/f /g", "a/ a/b/ a/b/c/ g"),
            ("cp /g /a", "a/ a/b/ a/b/c/ a/g g"),
            ("cp /g /h", "a/ a/b/ a/b/c/ a/g g h"),
            ("mv /a /z", "g h z/ z/b/ z/b/c/ z/g"),
            ("mv /g /h", "h z/ z/b/ z/b/c/ z/g"),
            ("touch /new /h", "h new z/ z/b/ z/b/c/ z/g"),
            ("rm /h /new", "z/ z/b/ z/b/c/ z/g"),
            ("rm -r /z/b", "z/ z/g"),
            ("rm -r /z", ""),
        ]
        for (line, names) in steps {
            try desk.must(line)
            // Whole paths, which every other command takes.
            let list = try desk.must("ls -R").output.split(separator: "\n")
            let paths = names.split(separator: " ").map { "/\($0)" }
            #expect(list.map(String.init) == paths, "\(line)")
        }
    }

    @Test("a folder that is full is not replaced")
    func fullFolder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir -p /other/folder/inner")
        try desk.must("mkdir /folder")
        #expect(try desk.run("mv /folder /other").status != 0)
        #expect(try desk.must("ls -R /other").output == "/other/folder/\n/other/folder/inner/\n")
    }

    @Test("ls -l says class, mode, size, time and what can be read; all of it while locked")
    func long() throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("printf 12345 > a; touch -d 2020-01-02T03:04:05Z a; mkdir dir")
        try desk.must("put --class complete a /a")
        try desk.must("put --class none a /d")
        try desk.must("mkdir /folder")
        try desk.must("lock --now")
        let lines = try desk.must("ls -l").output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.first == "locked complete rw-r--r-- 5 2020-01-02T03:04:05Z a")
        #expect(lines.dropFirst().first == "readable none rw-r--r-- 5 2020-01-02T03:04:05Z d")
        let folder = "folder complete-until-first-user-authentication rwx------ - "
        #expect(lines.last?.hasPrefix(folder) == true)
        #expect(try desk.must("ls /a").output == "a\n")
        for line in ["mv /a /b", "mkdir /x", "touch /d", "rm /b", "stat /d", "ls -R"] {
            #expect(try desk.run(line).status == 0, "\(line)")
        }
    }

    @Test("names are bytes: the two spellings of a letter are two names")
    func spellings() throws {
        let desk = try Desk.with(passcode: false)
        let (composed, decomposed) = ("/D\u{E9}", "/De\u{301}")
        try desk.must("mkdir \(composed)")
        try desk.must("mv \(composed) \(decomposed)")
        #expect(try Array(desk.must("ls").output.utf8) == Array("De\u{301}/\n".utf8))
        try desk.must("mkdir \(composed)")
        // Into the folder of the other spelling.
        try desk.must("mv \(decomposed) \(composed)")
        #expect(
            try Array(desk.must("ls -R").output.utf8)
                == Array("\(composed)/\n\(composed)\(decomposed)/\n".utf8)
        )
        try desk.must("put passcode \(composed)\(composed)")
        try desk.must("mkdir /both /a /b")
        try desk.must("cp \(composed)\(composed) /a\(composed)")
        try desk.must("cp \(composed)\(composed) /b\(decomposed)")
        // Two sources of different names.
        try desk.must("mv /a\(composed) /b\(decomposed) /both")
        try desk.must("get /both")
        #expect(try desk.names(in: "both").count == 2)
        #expect(try desk.run("mv \(composed) \(composed)/x").status == 64)
    }

    @Test("modes are shown: in ls -l as letters, in stat and JSON as digits")
    func modes() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("echo a > a; chmod 4751 a")
        try desk.must("put a /a")
        #expect(try desk.must("ls -l /a").output.contains("rwxr-x--x"))
        let mode = try desk.must("stat --json /a").json().object?["mode"]
        #expect(mode == .string("4751"))
        #expect(try desk.must("stat /a").output.contains("(rwxr-x--x)"))
    }

    @Test("protect changes files, with -r everything below, with --rekey the key")
    func protect() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("mkdir -p /top/sub")
        try desk.must("put passcode /top/sub/f")
        let steps: [(line: String, top: String, file: String)] = [
            ("protect complete /top", "complete", "complete-until-first-user-authentication"),
            ("protect complete /top -r", "complete", "complete"),
            ("protect none /top/sub/f", "complete", "none"),
            ("protect D /top /top/sub/f", "none", "none"),
            ("protect nsfileprotectioncomplete -r /top", "complete", "complete"),
            ("protect unless-open /top/sub/f --rekey", "complete", "complete-unless-open"),
            ("protect complete-unless-open /top/sub/f --rekey", "complete", "complete-unless-open"),
        ]
        for (line, top, file) in steps {
            try desk.must(line)
            let folder = try desk.must("stat /top --json").json().object
            let child = try desk.must("stat /top/sub/f --json").json().object
            #expect(folder?["class"] == .string(top), "\(line)")
            #expect(child?["class"] == .string(file), "\(line)")
            #expect(try desk.must("cat /top/sub/f").output == "2580", "\(line)")
        }
    }
}
