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
            let list = try desk.must("ls -R").output.split(separator: "\n").joined(separator: " ")
            #expect(list == names, "\(line)")
        }
    }

    @Test("a folder that is full is not replaced")
    func fullFolder() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("mkdir -p /other/folder/inner")
        try desk.must("mkdir /folder")
        #expect(try desk.run("mv /folder /other").status != 0)
        #expect(try desk.must("ls -R /other").output == "folder/\nfolder/inner/\n")
    }

    @Test("ls -l says class, size, time and what can be read; all of it while locked")
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
        #expect(lines.first == "locked complete 5 2020-01-02T03:04:05Z a")
        #expect(lines.dropFirst().first == "readable none 5 2020-01-02T03:04:05Z d")
        #expect(lines.last?.hasPrefix("folder complete-until-first-user-authentication - ") == true)
        #expect(try desk.must("ls /a").output == "a\n")
        for line in ["mv /a /b", "mkdir /x", "touch /d", "rm /b", "stat /d", "ls -R"] {
            #expect(try desk.run(line).status == 0, "\(line)")
        }
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
