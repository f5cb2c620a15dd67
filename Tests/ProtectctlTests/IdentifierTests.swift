import Foundation
import Testing

@Suite("Applications and identifiers from the command line")
struct IdentifierTests {
    static let zero = "00000000-0000-0000-0000-000000000000\n"

    private func isUUID(_ output: String) -> Bool {
        output.hasSuffix("\n") && UUID(uuidString: String(output.dropLast())) != nil
    }

    @Test("an uninstalled application's defaults go with it")
    func uninstalledDefaults() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a")
        try desk.must("defaults write com.example.a key secret")
        try desk.must("defaults write com.example.b key kept")
        try desk.must("app uninstall com.example.a")
        try desk.must("app install com.example.a")
        #expect(try desk.run("defaults read com.example.a key").status == 66)
        #expect(try desk.must("defaults read com.example.b key").output == "kept\n")
    }

    @Test("an application that is called like the global domain takes nobody's settings with it")
    func globalName() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("defaults write -g key kept")
        try desk.must("app install NSGlobalDomain")
        try desk.must("app uninstall NSGlobalDomain")
        #expect(try desk.must("defaults read -g key").output == "kept\n")
        // Longer than any domain's name: it has no defaults, and goes all the same.
        let long = String(repeating: "a", count: 253)
        try desk.must("app install \(long)")
        try desk.must("app uninstall \(long)")
    }

    @Test("a purpose cannot make a line of its own in the ledger's text")
    func purposeLines() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a")
        _ = try desk.run(words: [
            "id", "own", "com.example.a", "--purpose", "x\n99  forged\u{1B}[2J",
        ])
        let lines = try desk.must("id ledger").output.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.contains("\u{1B}") == false)
    }

    @Test("applications are installed, listed and uninstalled")
    func applications() throws {
        let desk = try Desk.with(passcode: false)
        #expect(try desk.must("app list").output.isEmpty)
        #expect(try desk.must("app list --json").output == "[]\n")
        try desk.must("app install com.example.mail --distribution testflight")
        try desk.must("app install com.example.a --team T1 --tracking-usage why")
        try desk.must("app install com.example.b --team T1 --vendor Example")
        #expect(
            try desk.must("app list").output == """
                com.example.a     store       team:T1
                com.example.b     store       store:Example
                com.example.mail  testflight  bundle:com.example

                """
        )
        let list = try #require(try desk.must("app list --json").json().array)
        let shapes = [("string", "string"), ("string", "null"), ("null", "null")].map {
            "{activityTypes:[],app:string,associatedDomains:[],distribution:string,team:\($0),"
                + "trackingUsage:\($1),vendor:{name:string,source:string}}"
        }
        #expect(list.map(\.shape) == shapes)
        try desk.must(
            "app install com.example.b --activity-type b --activity-type a --associated-domain x:y"
        )
        let updated = try desk.must("app list --json").json().array?[1]
        #expect(updated?["activityTypes"] == .array([.string("a"), .string("b")]))
        #expect(updated?["associatedDomains"] == .array([.string("x:y")]))
        #expect(updated?["team"] == .null)
        try desk.must("app uninstall com.example.a")
        #expect(try !desk.must("app list").output.contains("com.example.a "))
    }

    @Test(
        "the identifier for vendor is one for the applications of a vendor, until the last is gone"
    )
    func vendor() throws {
        let desk = try Desk.with(passcode: false)
        for name in ["com.example.a", "com.example.b", "com.other.c"] {
            try desk.must("app install \(name)")
        }
        let first = try desk.must("id vendor com.example.a").output
        #expect(isUUID(first))
        #expect(try desk.must("id vendor com.example.b").output == first)
        #expect(try desk.must("id vendor com.other.c").output != first)
        for name in ["a", "b"] {
            #expect(try desk.must("id vendor com.example.b").output == first)
            try desk.must("app uninstall com.example.\(name)")
        }
        try desk.must("app install com.example.a")
        let second = try desk.must("id vendor com.example.a").output
        #expect(isUUID(second) && second != first)
    }

    @Test(
        "the rule that the device is made with says who the vendor is",
        arguments: [("", false), ("--vendor-rule ios7", false), ("--vendor-rule ios6", true)]
    )
    func rule(option: String, isShared: Bool) throws {
        let desk = try Desk.with(passcode: true, option)
        try desk.must("app install com.example.mail.a")
        try desk.must("app install com.example.news.a")
        let mail = try desk.must("id vendor com.example.mail.a").output
        #expect(try (desk.must("id vendor com.example.news.a").output == mail) == isShared)
    }

    @Test("a device that is made with a rule is off, and its rule can be read in every state")
    func ruleOfNewDevice() throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode --vendor-rule ios6")
        #expect(try desk.must("status --json").json()["state"]?.string == "off")
        let rows = """
            account      adult
            platform     ios
            vendor rule  ios6
            tracking     not forbidden

            """
        for step in ["boot", "unlock --passcode-file passcode", "lock --now"] {
            try desk.must(step)
            #expect(try desk.must("id settings").output == rows, "\(step)")
        }
        try desk.must("fsck")
    }

    @Test("before the first unlock there is no identifier, and nothing is printed")
    func beforeFirstUnlock() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("app install com.example.mail")
        let known = try desk.must("id vendor com.example.mail").output
        try desk.must("reboot")
        for line in [
            "id vendor com.example.mail", "id vendor com.example.none",
            "id advertising com.example.mail", "id own com.example.mail",
            "id user com.example.mail c", "id reset-own com.example.mail",
            "id reset-advertising", "id ledger", "id ledger --verify", "id summary",
            "id privacy-report", "app list", "app install com.example.mail",
            "app uninstall com.example.mail", "tracking status com.example.mail",
            "tracking request com.example.mail", "tracking answer com.example.mail denied",
            "tracking requests", "tracking requests off",
        ] {
            try Refused(line, 75, "protected-data-unavailable", hint: true).check(on: desk)
        }
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("id vendor com.example.mail").output == known)
        try desk.must("lock --now")
        #expect(try desk.must("id vendor com.example.mail").output == known)
        #expect(try desk.must("id ledger --json").json().array?.count == 3)
    }

    @Test("before the first unlock a device without applications does not say that there are none")
    func emptyBeforeFirstUnlock() throws {
        let desk = try Desk()
        try desk.must("init --kdf interactive --passcode-file passcode")
        try desk.must("boot")
        for line in ["id vendor com.x.y", "app list", "id ledger", "id user com.x.y c"] {
            try Refused(line, 75, "protected-data-unavailable", hint: true).check(on: desk)
        }
        try desk.must("id settings --account child --platform simulator")
        #expect(try desk.must("id settings --json").json()["account"]?.string == "child")
    }

    @Test(
        "what is not installed is not found, with the way to what is",
        arguments: [
            "id vendor com.x.y", "id advertising com.x.y", "id own com.x.y", "id user com.x.y c",
            "id reset-own com.x.y", "app uninstall com.x.y", "tracking status com.x.y",
            "tracking request com.x.y", "tracking answer com.x.y denied",
        ]
    )
    func missing(line: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.mail")
        try Refused(line, 66, "not-found", hint: true).check(on: desk)
        #expect(try desk.must("id ledger --json").output == "[]\n")
    }

    @Test(
        "what is not an application, container, answer or option is refused",
        arguments: [
            "id vendor com..x", "id vendor ../x", "id vendor", "id vendor a b", "id own com/x",
            "id user com.example.mail", "id advertising", "id reset-own", "id ledger more",
            "id nothing", "app install com.x!", "app install", "app uninstall", "app list more",
            "app install com.x --distribution sideload", "tracking answer com.example.mail",
            "tracking answer com.example.mail yes", "tracking answer com.example.mail denied x",
            "tracking requests maybe", "tracking requests on --stop-tracking",
            "tracking requests --stop-tracking", "tracking status", "tracking request",
            "id settings --account nobody", "id settings --platform android",
            "id settings --vendor-rule ios8", "init --vendor-rule ios8",
        ]
    )
    func usage(line: String) throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.mail")
        let result = try desk.run("--json \(line)")
        #expect(result.status == 64, "\(result.talk)")
        #expect(result.output.isEmpty)
        #expect(try result.code() == "invalid-argument")
    }

    @Test("a name that is too long, or has what moves the cursor, is refused")
    func oddNames() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.mail")
        let long = String(repeating: "x", count: 1_100)
        for words in [
            ["app", "install", "com.a.b", "--vendor", ""],
            ["app", "install", "com.a.b", "--vendor", "a\u{1B}[2J"],
            ["app", "install", "com.a.b", "--team", long],
            ["id", "user", "com.example.mail", ""], ["id", "user", "com.example.mail", "a\nb"],
            ["id", "user", "com.example.mail", long],
            ["id", "vendor", "com.example.mail", "--purpose", long],
        ] {
            let result = try desk.run(words: words)
            #expect(result.status == 64, "\(words)")
            #expect(!result.talk.contains("\u{1B}"))
        }
        #expect(try desk.must("app list --json").json().array?.count == 1)
        #expect(try desk.must("id ledger --verify").output == "0 entries, all intact\n")
    }

    @Test("the user's identifier is one a container, whoever reads it, and none when signed out")
    func user() throws {
        let desk = try Desk.with(passcode: false)
        for name in ["com.example.a", "com.other.b"] { try desk.must("app install \(name)") }
        let first = try desk.must("id user com.example.a one").output
        #expect(isUUID(first))
        #expect(try desk.must("id user com.other.b one").output == first)
        #expect(try desk.must("id user com.example.a two").output != first)
        try desk.must("id settings --account none")
        try Refused("id user com.example.a one", 66, "not-found", hint: true).check(on: desk)
        try desk.must("id settings --account adult")
        #expect(try desk.must("id user com.example.a one").output == first)
    }

    @Test("the own identifier goes with the application, and can be reset")
    func own() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a")
        let first = try desk.must("id own com.example.a").output
        #expect(try desk.must("id own com.example.a").output == first)
        try desk.must("id reset-own com.example.a")
        let second = try desk.must("id own com.example.a").output
        try desk.must("app uninstall com.example.a")
        try desk.must("app install com.example.a")
        let third = try desk.must("id own com.example.a").output
        #expect(Set([first, second, third]).count == 3)
    }

    /// A device on which an application has read three identifiers, two with a purpose.
    private static func deskWithReadings() throws -> Desk {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.mail")
        try #require(
            desk.run(words: ["id", "vendor", "com.example.mail", "--purpose", "crash reports"])
                .status == 0
        )
        try desk.must("id advertising com.example.mail")
        try desk.must("id user com.example.mail c --purpose sync")
        return desk
    }

    @Test("the ledger has every reading with its purpose, in the contract's keys")
    func ledger() throws {
        let desk = try Self.deskWithReadings()
        let entries = try #require(try desk.must("id ledger --json").json().array)
        #expect(entries.map { $0["sequence"]?.number } == [1, 2, 3])
        #expect(entries.map { $0["identifier"]?.string } == ["vendor", "advertising", "user:c"])
        #expect(entries.map { $0["purpose"]?.string } == ["crash reports", nil, "sync"])
        #expect(
            entries.map { $0["result"]?.string } == ["given", "zero-not-determined", "given"]
        )
        #expect(
            entries[1].shape
                == "{app:string,at:string,identifier:string,previous:string,purpose:null,"
                + "result:string,sequence:number}"
        )
        // BLAKE2b-256 of nothing: the hash that the chain starts with.
        #expect(
            entries[0]["previous"]?.string
                == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        )
    }

    @Test("the ledger as text, its count, its summary and its report agree")
    func ledgerAsText() throws {
        let desk = try Self.deskWithReadings()
        let lines = try desk.must("id ledger").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines[0].hasSuffix("com.example.mail  vendor       given                crash reports")
        )
        #expect(try desk.must("id ledger --verify").output == "3 entries, all intact\n")
        #expect(
            try desk.must("id ledger --verify --json").output == "{\"entries\":3,\"version\":1}\n"
        )
        #expect(
            try desk.must("id summary").output
                == "com.example.mail  advertising 1, user:c 1, vendor 1  1 without purpose\n"
        )
        let summary = try #require(try desk.must("id summary --json").json().array?.first)
        #expect(summary["readings"]?.number == 3)
        let report = try desk.must("id privacy-report").output.split(separator: "\n")
        #expect(report.count == 3)
        let line = try JSONValue(text: String(report[0]))
        #expect(line["accessor"]?["identifier"]?.string == "com.example.mail")
        #expect(line["type"]?.string == "access")
    }

    @Test("documents have the keys of their identifier")
    func documents() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a --tracking-usage why")
        for (line, shape) in [
            (
                "id vendor com.example.a",
                "{app:string,identifier:string,value:string,version:number}"
            ),
            ("id own com.example.a", "{app:string,identifier:string,value:string,version:number}"),
            (
                "id user com.example.a c",
                "{app:string,identifier:string,value:string,version:number}"
            ),
            (
                "id advertising com.example.a",
                "{app:string,identifier:string,value:string,version:number,zeroReason:string}"
            ),
            (
                "id settings",
                "{account:string,platform:string,trackingForbidden:bool,vendorRule:string,version:number}"
            ),
            ("tracking status com.example.a", "{app:string,status:string,version:number}"),
            (
                "tracking request com.example.a",
                "{app:string,prompting:bool,status:string,version:number}"
            ),
            ("tracking requests", "{requests:string,version:number}"),
        ] {
            #expect(try desk.must("\(line) --json").json().shape == shape, "\(line)")
        }
        try desk.must("tracking answer com.example.a authorized")
        let real = try desk.must("id advertising com.example.a --json").json()
        #expect(real["zeroReason"] == .null)
    }

    @Test("damaged documents are named, and no identifier is made in their place")
    func damaged() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a")
        try desk.must("id vendor com.example.a")
        try desk.shell(
            "for f in phone/system/*/*; do dd if=/dev/zero of=$f bs=1000 count=1 conv=notrunc; done"
        )
        for line in [
            "id vendor com.example.a", "app list", "app install com.example.b", "id ledger",
            "id ledger --verify", "tracking status com.example.a",
        ] {
            try Refused(line, 65, "authentication-failure", hint: true).check(on: desk)
        }
        #expect(try desk.run("fsck").output.contains("system:/Identifiers/applications.json"))
    }
}
