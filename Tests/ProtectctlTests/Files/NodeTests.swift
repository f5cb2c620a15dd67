import FoundationEssentials
import Testing

@Suite("Links, owners, times and extended attributes: put, get, ls, stat, cp, cat and touch")
struct NodeTests {
    @Test("a link stays a link, wherever it leads, and ls, stat and cat say where")
    func links() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir tree; ln -s ../no/where tree/l; ln -s \"$(printf 'b\\xff')\" tree/b")
        try desk.must("put tree /tree")
        let list = try desk.must("ls -l /tree").output
        #expect(list.contains("l -> ../no/where\n"))
        #expect(list.contains("b -> b\u{FFFD}\n"))
        let stat = try desk.must("stat --json /tree/l").json().object
        #expect(stat?["type"] == .string("link"))
        #expect(stat?["target"] == .string("../no/where"))
        #expect(stat?["size"]?.number == 11)
        #expect(try desk.must("stat /tree/l").output.contains("target"))
        let cat = try desk.run("cat /tree/l")
        #expect(cat.status == 64)
        #expect(cat.talk.contains("'/tree/l' is a symbolic link to '../no/where'"))
        try desk.must("protect -r complete /tree")
        #expect(try desk.run("protect complete /tree/l").status == 64)
        try desk.must("get /tree out")
        #expect(
            try desk.shell("cd out; readlink l; readlink b | od -An -tx1").output
                == "../no/where\n 62 ff 0a\n"
        )
        try desk.shell("echo old > there")
        try desk.must("get /tree/l there")
        #expect(try desk.shell("readlink there").output == "../no/where\n")
    }

    @Test("owners, all bits of modes and both times come back")
    func attributes() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            mkdir -p tree/d; echo a > tree/a; chmod 4751 tree/a; chmod 3775 tree/d
            [ $(id -u) != 0 ] || { chown -h 12:34 tree/a tree/d; chmod 4751 tree/a; chmod 3775 tree/d; }
            touch -a -d 2019-01-02T03:04:05.5Z tree/a tree/d
            touch -m -d 2018-01-02T03:04:05.25Z tree/a tree/d
            """
        )
        // Listing a folder reads it.
        let show = """
            find . -mindepth 1 -printf '%P %m %U %G %T+\\n' | sort; stat -c %x a
            """
        let before = try desk.shell("cd tree; \(show)").output
        try desk.must("put tree /tree")
        try desk.must("cp -r /tree /copy")
        for folder in ["tree", "copy"] {
            try desk.must("get /\(folder) out-\(folder)")
            #expect(try desk.shell("cd out-\(folder); \(show)").output == before)
        }
        let stat = try desk.must("stat --json /copy/a").json().object
        #expect(stat?["mode"] == .string("4751"))
        #expect(stat?["modified"] == .string("2018-01-02T03:04:05.250Z"))
        for key in ["owner", "group", "inode", "accessed", "changed", "created"] {
            #expect(stat?[key] != nil, "\(key)")
        }
    }

    @Test("extended attributes of the user come back", .enabled(if: Desk.hasExtendedAttributes))
    func extended() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell(
            """
            mkdir tree; echo a > tree/a; echo b > tree/b
            setfattr -n user.name -v value tree/a; setfattr -n user.folder -v other tree
            """
        )
        try desk.must("put tree /tree")
        try desk.must("put tree/a tree/b /")
        try desk.must("put tree/a /single")
        for path in ["/tree/a", "/a", "/single"] {
            let stat = try desk.must("stat --json \(path)").json().object
            #expect(stat?["extendedAttributes"]?.object?["user.name"] == .string("dmFsdWU="))
        }
        try desk.must("cp -r /tree /copy")
        try desk.must("get /copy out")
        let show = "getfattr -d . a b 2>/dev/null"
        #expect(try desk.shell("cd out; \(show)").output == desk.shell("cd tree; \(show)").output)
        #expect(try desk.must("fsck").talk == "")
    }

    @Test("touch sets both times, and makes what is missing")
    func touch() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("echo a > a; touch -d 2001-01-01 a")
        try desk.must("put a /a")
        try desk.must("touch /a /new")
        let stat = try desk.must("stat --json /a").json().object
        #expect(stat?["accessed"] == stat?["modified"])
        #expect(stat?["modified"] == stat?["changed"])
        #expect(try desk.must("cat /a").output == "a\n")
        #expect(try desk.must("cat /new").output == "")
    }

    @Test("cp -r merges into a folder that is there, and copies nothing into itself")
    func copies() throws {
        let desk = try Desk.with(passcode: false)
        try desk.shell("mkdir -p t/in; echo 1 > t/in/a; ln -s a t/in/l")
        try desk.must("put t /t")
        #expect(try desk.run("cp /t /u").status == 64)
        try desk.must("cp -r /t /u")
        try desk.must("cp -r /t /u")
        #expect(
            try desk.must("ls -R /u").output
                == "/u/in/\n/u/in/a\n/u/in/l\n/u/t/\n/u/t/in/\n/u/t/in/a\n/u/t/in/l\n"
        )
        for line in ["cp -r /t /t/in/x", "cp -r /t /t"] {
            #expect(try desk.run(line).status == 64, "\(line)")
        }
    }
}

extension Desk {
    /// Whether the temporary folder takes extended attributes, and the commands for them are here.
    fileprivate static let hasExtendedAttributes: Bool = {
        let desk = try? Desk()
        let probe = "touch x && setfattr -n user.a -v b x && getfattr x"
        return (try? desk?.shell(probe).status) == 0
    }()
}
