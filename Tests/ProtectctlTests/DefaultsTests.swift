import Foundation
import Testing

@Suite("The defaults store from the command line")
struct DefaultsTests {
    @Test(
        "values are written with their type and read back",
        arguments: [
            ("300 -int", "integer", "300"), ("-int 300", "integer", "300"),
            ("-int -5", "integer", "-5"),
            ("-integer 18446744073709551615", "integer", "18446744073709551615"),
            ("300", "string", "300"), ("-string 300", "string", "300"),
            ("-bool YES", "boolean", "true"), ("-boolean 0", "boolean", "false"),
            ("-float 1.5", "real", "1.5"), ("-float nan", "real", "nan"),
            ("-date 2026-01-31T12:00:00Z", "date", "2026-01-31T12:00:00.000Z"),
            ("-date 2026-01-31T12:00:00.250Z", "date", "2026-01-31T12:00:00.250Z"),
            ("-data 00fF", "data", "00ff"),
        ]
    )
    func types(value: String, type: String, shown: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app key \(value)")
        #expect(try desk.must("defaults read com.example.app key").output == shown + "\n")
        let document = try desk.must("defaults read com.example.app key --json").json()
        #expect(document["type"]?.string == type)
        #expect(document["version"]?.number == 1)
        #expect(document["domain"]?.string == "com.example.app")
    }

    @Test(
        "a value that is not of its type is refused and leaves what was there",
        arguments: [
            "-int 1.5", "-int abc", "-int 0x10", "-int 99999999999999999999", "-bool maybe",
            "-float x",
            "-date yesterday", "-date 2026-02-30T12:00:00Z", "-date 2026-01-31T25:00:00Z",
            "-date 9999-12-31T23:59:60Z", "-data 0", "-data zz", "-int 1 -bool",
        ]
    )
    func wrongType(value: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app key before")
        #expect(try desk.run("defaults write com.example.app key \(value)").status == 64)
        #expect(try desk.must("defaults read com.example.app key").output == "before\n")
    }

    @Test("an application finds its own value before the global one, with where it is from")
    func effective() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write -g limit 5 -int")
        try desk.must("defaults write -g other 6 -int")
        try desk.must("defaults write com.example.app limit 7 -int")
        #expect(try desk.must("defaults read --effective com.example.app limit").output == "7\n")
        let document = try desk.must("defaults read --effective com.example.app other --json")
            .json()
        #expect(document["from"]?.string == "global")
        #expect(
            try desk.must("defaults read --effective com.example.app").output == """
                limit  integer  application  7
                other  integer  global       6

                """
        )
        #expect(
            try desk.must("defaults domains").output == "NSGlobalDomain\ncom.example.app\n"
        )
    }

    @Test("a key and a domain are deleted, and are then not found")
    func deleted() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app a 1")
        try desk.must("defaults write com.example.app b 2")
        try desk.must("defaults delete com.example.app a")
        for line in [
            "read com.example.app a", "delete com.example.app a", "read other", "delete other",
        ] {
            try Refused("defaults \(line)", 66, "not-found", hint: true).check(on: desk)
        }
        #expect(try desk.must("defaults read com.example.app").output == "b  string  2\n")
        try desk.must("defaults delete com.example.app")
        #expect(try desk.must("defaults domains --json").output == "[]\n")
    }

    @Test(
        "before the first unlock values are unreadable, and nothing is written over",
        arguments: [
            "read com.example.app key", "read com.example.app nothing", "read com.example.app",
            "read",
            "write com.example.app key new", "delete com.example.app key", "delete com.example.app",
            "read --effective com.example.app key",
        ]
    )
    func beforeFirstUnlock(line: String) throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("defaults write com.example.app key old")
        try desk.must("reboot")
        try Refused("defaults \(line)", 75, "defaults-unreadable", hint: true).check(on: desk)
        #expect(try desk.must("defaults domains").output == "com.example.app\n")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("defaults read com.example.app key").output == "old\n")
        try desk.must("lock --now")
        #expect(try desk.must("defaults read com.example.app key").output == "old\n")
    }

    @Test(
        "what names no domain or is too much or too little is refused",
        arguments: [
            "read a/b", "read ../x", "write a/b k v", "write d k", "write d", "write", "delete",
            "read d k more", "write d k v more", "read --effective", "delete d k more",
        ]
    )
    func usage(line: String) throws {
        let desk = try Desk.with(passcode: false)
        #expect(try desk.run("defaults \(line)").status == 64)
    }

    @Test("a damaged domain is named by read and by fsck, and delete throws it away")
    func damaged() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app key value")
        try desk.must("defaults write other key value")
        try desk.shell(
            "for f in phone/system/*/*; do dd if=/dev/zero of=$f bs=1000 count=1 conv=notrunc; done"
        )
        try Refused("defaults read com.example.app", 65, "authentication-failure", hint: true)
            .check(on: desk)
        #expect(try desk.run("defaults write com.example.app key new").status == 65)
        let report = try desk.run("fsck")
        #expect(report.status == 1)
        #expect(report.output.contains("system:/Preferences/com.example.app.plist"))
        try desk.must("defaults delete com.example.app")
        try desk.must("defaults delete other")
        try desk.must("fsck")
    }

    @Test("a damaged root of the settings is one finding of fsck, beside those of files")
    func damagedRoot() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app key value")
        try desk.must("put passcode /file")
        try desk.shell(
            "for f in phone/system/.folder phone/files/[!.]*; do dd if=/dev/zero of=$f bs=1000 count=1 conv=notrunc; done"
        )
        let report = try desk.run("fsck --json")
        #expect(report.status == 1)
        let paths = try report.json()["damaged"]?.array?.compactMap { $0["path"]?.string }
        #expect(paths == ["/file", "system:/"])
    }

    @Test("a watch whose output cannot be written ends with an error")
    func fullWatch() throws {
        let desk = try Desk.with(passcode: false)
        let told = try desk.shell(
            """
            "$TOOL" defaults watch > /dev/full & watch=$!
            for i in $(seq 200); do
                "$TOOL" defaults write com.example.app key -int $i
                kill -0 $watch 2>/dev/null || break
                sleep 0.02
            done
            wait $watch; echo "status $?"
            """
        )
        #expect(told.output == "status 74\n")
    }

    @Test("a watch sees what another process writes, with old and new value")
    func watch() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write com.example.app key -int 0")
        // The first of the writes that the watch is there to see is told; before, nobody knows when.
        let told = try desk.shell(
            """
            "$TOOL" defaults watch com.example.app --json > told &
            for i in $(seq 200); do
                "$TOOL" defaults write com.example.app key -int $i
                for j in 1 2 3 4 5; do [ -s told ] && break 2; sleep 0.02; done
            done
            "$TOOL" shutdown; wait; head -n 1 told
            """
        )
        let line = try JSONValue(text: told.output)
        #expect(line["domain"]?.string == "com.example.app")
        #expect(line["key"]?.string == "key")
        #expect(line["forced"] == .bool(false))
        let old = try #require(line["old"]?["value"]?.number)
        #expect(line["new"]?["value"]?.number == old + 1)
    }
}
