import Foundation
import Testing

@Suite(
    "What an application asks of notifications, and what is done with them, from the command line"
)
struct NotifyRequestTests {
    private let mail = Desk.mail
    private static let categories = """
        {"version": 1, "categories": [{"id": "message", "placeholder": "%u messages",
          "showTitle": true, "actions": [
            {"id": "open", "title": "Open", "authenticationRequired": true},
            {"id": "reply", "title": "Reply", "takesText": true}]}]}
        """

    private func due(_ desk: Desk, _ options: String, zone: String) throws -> String? {
        let words = "notify add \(mail) --id a --title T \(options)"
        let added = try desk.run(words, ["TZ": zone])
        try #require(added.status == 0, "\(added.talk)")
        let list = try desk.must("notify list --pending \(mail) --json").json().array
        return list?.first?["due"]?.string
    }

    @Test("a time without a zone is the device's: that of TZ")
    func zones() throws {
        let desk = try Desk.notified(passcode: false)
        let berlin = "Europe/Berlin"
        #expect(
            try due(desk, "--at 2100-01-15T08:00", zone: berlin) == "2100-01-15T07:00:00.000Z"
        )
        #expect(
            try due(desk, "--at 2100-07-15T08:00:30", zone: berlin) == "2100-07-15T06:00:30.000Z"
        )
        #expect(
            try due(desk, "--at 2100-07-15T08:00:00Z", zone: berlin) == "2100-07-15T08:00:00.000Z"
        )
        #expect(
            try due(desk, "--at 2100-01-15T08:00", zone: ":" + berlin) == "2100-01-15T07:00:00.000Z"
        )
        let unknown = try desk.run(
            "notify add \(mail) --id b --title T --daily 08:00",
            ["TZ": "Middle/Earth"]
        )
        #expect(unknown.status == 64)
        #expect(unknown.talk.contains("the time zone 'Middle/Earth' is not known"))
        let winter = try #require(try due(desk, "--daily 08:00", zone: "Africa/Johannesburg"))
        #expect(winter.hasSuffix("T06:00:00.000Z"))
        let short = try #require(try due(desk, "--daily 8:00:30", zone: "Africa/Johannesburg"))
        #expect(short.hasSuffix("T06:00:30.000Z"))
    }

    @Test(
        "a time that cannot be is refused",
        arguments: [
            "--at soon", "--at 2001-01-01T00:00", "--at 2100-02-30T08:00", "--at 2100-13-01T08:00",
            "--daily 24:00", "--daily 8", "--daily 08:60", "--in 0s",
            "--enter 1,2", "--enter 91,0,10", "--enter 1,2,-3", "--enter a,b,c", "--leave 1,2,nan",
            "--enter 0x10,1,1", "--daily 08:00:60",
        ]
    )
    func badTime(_ options: String) throws {
        let desk = try Desk.notified(passcode: false)
        try Refused("notify add \(mail) --id a --title T \(options)", 64, "invalid-argument")
            .check(on: desk)
        #expect(try desk.must("notify list --pending \(mail)").output.isEmpty)
    }

    @Test("options that do not go together are refused")
    func options() throws {
        let desk = try Desk.notified(passcode: false)
        for options in [
            "--in 5m --daily 08:00", "--enter 1,2,3 --leave 1,2,3", "--repeats",
            "--repeats --at 2100-01-01T00:00", "--in five",
        ] {
            try Refused(
                "notify add \(mail) --id a --title T \(options)",
                64,
                "invalid-argument",
                hint: true
            ).check(on: desk)
        }
        // N-55
        try Refused(
            "notify add \(mail) --id a --title T --in 59s --repeats",
            64,
            "invalid-argument"
        )
        .check(on: desk)
        let often = try desk.run("notify add \(mail) --id a --title T --in 59s --repeats")
        #expect(often.talk.contains("repeats after 60s or more, not after 59s"))
        try desk.must("notify add \(mail) --id a --title T --in 60s --repeats")
        let long = String(repeating: "é", count: 128)
        try Refused("notify add \(mail) --id \(long) --title T", 64, "invalid-argument")
            .check(on: desk)
        try Refused("notify register \(mail) --team \(long)", 64, "invalid-argument")
            .check(on: desk)
        let empty = try desk.run(words: [
            "notify", "add", mail, "--id", "", "--title", "T",
        ])
        #expect(empty.status == 64)
    }

    @Test("N-56: of 65 that wait the last falls out, and is named")
    func limit() throws {
        let desk = try Desk.notified(passcode: false)
        for number in 1...64 {
            try desk.must("notify add \(mail) --id n\(number) --title T --in \(number)h")
        }
        let added = try desk.must("notify add \(mail) --id soon --title T --in 30m --json")
        #expect(added.output == #"{"fellOut":["n64"],"identifier":"soon","version":1}"# + "\n")
        #expect(added.talk.contains("note: 'n64' fell out"))
        let list = try desk.must("notify list --pending \(mail)").output.split(separator: "\n")
        #expect(list.count == 64)
        #expect(list.first?.hasPrefix("soon ") == true)
    }

    @Test("N-60: coming into a place delivers, once or each time")
    func place() throws {
        let desk = try Desk.notified(passcode: false)
        try desk.must("notify add \(mail) --id once --title once --enter -33.9,18.4,500")
        try desk.must("notify add \(mail) --id each --title each --enter -33.9,18.4,500 --repeats")
        func move(_ position: String) throws -> Int {
            try desk.must("notify position \(position)")
            return try desk.bodies().count
        }
        #expect(try move("-33.9,18.4") == 0, "where nothing was known, being there is no arrival")
        #expect(try move("-33.0,18.4") == 0)
        #expect(try move("-33.9,18.4") == 2)
        try desk.must("notify remove \(mail) --all")
        #expect(try move("-33.0,18.4") == 0)
        #expect(try move("-33.9,18.4") == 1)
        for line in ["position 1", "position 1,2,3", "position 91,0", "position x,y"] {
            try Refused("notify \(line)", 64, "invalid-argument").check(on: desk)
        }
        try Refused("notify position", 64, "invalid-argument", hint: true).check(on: desk)
    }

    @Test("categories come out as they went in, and what is wrong in them has its place")
    func categoryDocument() throws {
        let desk = try Desk.notified(passcode: false)
        try desk.text(Self.categories, in: "c.json")
        try desk.must("notify categories \(mail) c.json")
        let printed = try desk.must("notify categories \(mail)").output
        #expect(
            try JSONValue(text: printed).shape
                == "{categories:[{actions:[{authenticationRequired:bool,destructive:bool,"
                + "foreground:bool,id:string,takesText:bool,title:string}],customDismiss:bool,"
                + "id:string,placeholder:string,showSubtitle:bool,showTitle:bool}],version:number}"
        )
        try desk.must("notify categories \(mail) -", input: printed)
        #expect(try desk.must("notify categories \(mail)").output == printed)
        for (text, place) in [
            ("{\n \"version\": 1, \"categories\": [{\"id\": \"a\", \"titel\": 1}]}", "2:43"),
            (#"{"version":1,"categories":{}}"#, "1:27"), ("id: a", "1:1"), ("", "1:1"),
            (#"{"version":1,"categories":[{"id":"a","showTitle":1}]}"#, "1:50"),
            (#"{"version":1,"categories":[{"id":"a","id":"b"}]}"#, "1:38"),
        ] {
            let refused = try desk.run("notify categories \(mail) -", input: text)
            #expect(refused.status == 64)
            #expect(refused.talk.contains("standard input: \(place): "), "\(refused.talk)")
        }
        let newer = #"{"version":2,"categories":[]}"#
        #expect(try desk.run("notify categories \(mail) -", input: newer).status == 65)
        let nameless = #"{"version":1,"categories":[{"id":""}]}"#
        #expect(try desk.run("notify categories \(mail) -", input: nameless).status == 64)
        #expect(try desk.must("notify categories \(mail)").output == printed)
        try Refused("notify categories \(mail) nowhere.json", 66, "not-found").check(on: desk)
    }

    @Test("N-12, N-61 to N-65: actions while locked, and what the application gets, each once")
    func responses() throws {
        let desk = try Desk.notified()
        try desk.must("notify categories \(mail) -", input: Self.categories)
        for id in ["a", "b", "c", "d"] {
            try desk.must("notify add \(mail) --id \(id) --title Ann --category message --thread t")
        }
        try desk.must("lock --now")
        #expect(try desk.bodies() == ["4 messages (hidden)"])
        for line in ["respond \(mail) a open", "respond \(mail) b"] {
            let refused = try desk.run("notify \(line) --json")
            #expect(refused.status == 75)
            #expect(try refused.code() == "authentication-required")
        }
        let reply = try desk.must("notify respond \(mail) c reply --text hello --json").json()
        #expect(reply["response"]?["text"]?.string == "hello")
        let dismissed = try desk.must("notify respond \(mail) d --dismiss")
        #expect(dismissed.talk.contains("does not hear of it"))
        for (line, status) in [
            ("a fly", 64), ("a open --text x", 64), ("a --text x", 64), ("x", 66), ("d", 66),
        ] {
            #expect(try desk.run("notify respond \(mail) \(line)").status == status, "\(line)")
        }
        func actions() throws -> [String?]? {
            try desk.must("notify responses \(mail) --json").json().array?.map {
                $0["action"]?.string
            }
        }
        #expect(try actions() == ["reply"])
        try desk.must("unlock --passcode-file passcode")
        #expect(try actions() == ["open", "com.apple.UNNotificationDefaultActionIdentifier"])
        #expect(try actions() == [])
        #expect(try desk.bodies().isEmpty)
    }

    @Test("what cannot be done with a notification is said with the reason")
    func impossible() throws {
        let desk = try Desk.notified()
        try desk.must("notify add \(mail) --id a --title Ann")
        for (line, words) in [
            ("\(mail) a fly", "has no action 'fly': its category has none"),
            ("\(mail) a --text x", "error: a tap takes no text"),
            ("com.nix q", "'com.nix' is not installed"), ("\(mail) q", "has no notification 'q'"),
        ] {
            let refused = try desk.run("notify respond \(line)")
            #expect(refused.talk.contains(words), "\(refused.talk)")
        }
        try Refused("notify respond com.nix q", 66, "not-found", hint: true).check(on: desk)
    }

    @Test("what cannot be printed is the application's the next time")
    func fullOutput() throws {
        let desk = try Desk.notified()
        try desk.must("notify add \(mail) --id a --title Ann")
        try desk.must("notify respond \(mail) a")
        #expect(try desk.shell("$TOOL notify responses \(mail) > /dev/full").status == 74)
        #expect(try desk.bodies().isEmpty)
        #expect(try desk.must("notify responses \(mail)").output.hasSuffix("  a  (tap)\n"))
        #expect(try desk.must("notify responses \(mail)").output.isEmpty)
    }

    @Test("N-61: the unlock carries it out, also where nobody looks before the next lock")
    func responseAtUnlock() throws {
        let desk = try Desk.notified()
        try desk.must("notify add \(mail) --id a --title Ann")
        try desk.must("lock --now")
        #expect(try desk.run("notify respond \(mail) a").status == 75)
        try desk.must("unlock --passcode-file passcode")
        try desk.must("lock --now")
        let responses = try desk.must("notify responses \(mail)").output
        #expect(responses.hasSuffix("  a  (tap)\n"))
        #expect(try desk.bodies().isEmpty)
    }

    @Test("N-62: what waits for the unlock does not outlive a restart")
    func responseAfterRestart() throws {
        let desk = try Desk.notified()
        try desk.must("notify add \(mail) --id a --title Ann")
        try desk.must("lock --now")
        try Refused("notify respond \(mail) a", 75, "authentication-required", hint: true)
            .check(on: desk)
        try desk.must("reboot")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("notify responses \(mail)").output.isEmpty)
        #expect(try desk.bodies().count == 1)
    }
}
