import Testing

@Suite("Several paths where a user would give several")
struct SeveralPathsTests {
    private static func desk() throws -> Desk {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir -p host/sub; echo a > a; echo b > b; echo c > host/sub/c")
        try desk.must("mkdir /one /two")
        try desk.must("put a b host /one")
        return desk
    }

    @Test("put, mkdir, mv, cp, ls and stat")
    func story() throws {
        let desk = try Self.desk()
        #expect(
            try desk.must("ls -R /one").output
                == "/one/a\n/one/b\n/one/host/\n/one/host/sub/\n/one/host/sub/c\n"
        )
        try desk.must("cp /one/a /one/b /two")
        try desk.must("mv /two/a /one/host /")
        #expect(try desk.must("ls / /two").output == "/:\na\nhost/\none/\ntwo/\n\n/two:\nb\n")
        try desk.must("mkdir -p /x/y /x/z")
        #expect(try desk.must("ls /x").output == "y/\nz/\n")
        let stat = try desk.must("stat /a /one").output
        #expect(stat.contains("path          /a\n"))
        #expect(stat.contains("\n\npath          /one\n"))
    }

    @Test("stat of one path is an object, of several an array as of ls")
    func documents() throws {
        let desk = try Self.desk()
        #expect(try desk.must("stat /one --json").json().object?["version"] == .number(1))
        let several = try desk.must("stat /one/a /one/b --json").json()
        #expect(several == (try desk.must("ls /one/a /one/b --json").json()))
        #expect(several.array?.count == 2)
    }

    @Test("several need a folder to go to, and nothing is done without one")
    func refused() throws {
        let desk = try Self.desk()
        for line in ["mv /one/a /one/b /no", "cp /one/a /one/b /no", "put a b /no"] {
            try Refused(line, 66, "not-found", hint: true).check(on: desk)
        }
        for line in ["mv /one/a /one/host /one/b", "cp /one/a /one/b /one/a", "put a b /one/b"] {
            try Refused(line, 64, "not-a-directory", hint: true).check(on: desk)
        }
        let missing = try desk.run("stat /one /no")
        #expect(missing.status == 66)
        #expect(missing.output.isEmpty)
        #expect(try desk.must("ls /one").output == "a\nb\nhost/\n")
    }

    @Test("two of one name are refused before either is lost")
    func sameName() throws {
        let desk = try Self.desk()
        try desk.shell("mkdir other; echo other > other/a")
        try desk.must("cp /one/b /two/a")
        for line in ["mv /one/a /two/a /", "cp /one/a /two/a /", "put a other/a /"] {
            try Refused(line, 64, "invalid-argument", hint: true).check(on: desk)
        }
        #expect(try desk.must("ls /").output == "one/\ntwo/\n")
        #expect(try desk.must("cat /one/a /two/a").output == "a\nb\n")
    }
}
