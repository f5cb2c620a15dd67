import Foundation
import Testing

@Suite("Pushes from the command line")
struct NotifyPushTests {
    private let mail = Desk.mail

    private func sealed(
        _ desk: Desk,
        _ options: String = "",
        _ content: String = #"{"title":"Ann","body":"The code is 2580"}"#
    ) throws -> String {
        try desk.must("notify seal registration.json - \(options)", input: content).output
    }

    private func register(_ desk: Desk, _ options: String = "") throws {
        let registration = try desk.must("notify register \(mail) \(options)").output
        try desk.text(registration, in: "registration.json")
    }

    @Test("N-30: of two with one collapse id the newest is there")
    func collapse() throws {
        let desk = try Desk.notified()
        try desk.push(#"{"aps":{"alert":"one"}}"#, "--collapse-id x")
        let second = try desk.push(#"{"aps":{"alert":"two","sound":"default"}}"#, "--collapse-id x")
        #expect(second["identifier"]?.string == "x")
        #expect(
            second["presentation"]?.array == [.string("banner"), .string("list"), .string("sound")]
        )
        #expect(try desk.bodies() == ["two"])
        let prose = try desk.must(
            "notify push \(mail) - --collapse-id x",
            input: #"{"aps":{"alert":"3"}}"#
        )
        #expect(
            prose.output == """
                ending        delivered
                identifier    x
                presentation  banner, list

                """
        )
        // N-31
        let long = String(repeating: "x", count: 65)
        try Refused("notify push \(mail) - --collapse-id \(long)", 64, "invalid-argument")
            .check(on: desk)
    }

    @Test("what shows nothing says so, and is no failure")
    func nothing() throws {
        let desk = try Desk.notified()
        for (payload, options, ending) in [
            (#"{"aps":{"alert":"x"}}"#, "--expires 0s", "expired-push"),
            (#"{"aps":{"content-available":1}}"#, "--type background", "woken"),
            (#"{"aps":{}}"#, "", "empty"),
        ] {
            let outcome = try desk.push(payload, options)
            #expect(outcome["ending"]?.string == ending)
            #expect(outcome["identifier"] == .null)
        }
        #expect(try desk.must("notify list \(mail)").output.isEmpty)
        let other = try desk.must(
            "notify push com.other.app - --json",
            input: #"{"aps":{"alert":"x"}}"#
        )
        #expect(try other.json()["ending"]?.string == "not-installed")
        #expect(
            try other.json().shape
                == "{ending:string,identifier:null,notes:[],presentation:[],refusal:null,"
                + "version:number}"
        )
    }

    @Test("what is no payload is refused with its place, and too much of it (N-32, N-33)")
    func malformed() throws {
        let desk = try Desk.notified()
        for (payload, words) in [
            ("", "standard input: 1:1: "), (#"{"aps":3}"#, "standard input: 1:8: "),
            ("[]", "standard input: 1:1: "), (#"{"aps":{"badge":"1"}}"#, "standard input: 1:17: "),
        ] {
            let refused = try desk.run("notify push \(mail) - --json", input: payload)
            #expect(refused.status == 65)
            #expect(try refused.code() == "malformed-payload")
            #expect(try refused.error()["message"]?.string?.contains(words) == true)
        }
        let frame = #"{"aps":{"alert":""}}"#.count
        func payload(_ count: Int) -> String {
            #"{"aps":{"alert":"\#(String(repeating: "x", count: count - frame))"}}"#
        }
        #expect(try desk.push(payload(4_096))["ending"]?.string == "delivered")
        let large = try desk.run("notify push \(mail) - --json", input: payload(4_097))
        #expect(try large.code() == "payload-too-large")
        #expect(try desk.push(payload(5_120), "--type voip")["ending"]?.string == "delivered")
        #expect(
            try desk.run("notify push \(mail) - --type voip", input: payload(5_121)).status == 65
        )
        try Refused("notify push \(mail) nowhere.json", 66, "not-found").check(on: desk)
    }

    @Test("N-45, N-50: what is sealed is opened while locked, once, by its own application")
    func sealedPush() throws {
        let desk = try Desk.notified()
        try desk.must("notify settings \(mail) --previews always")
        try register(desk)
        let payload = try sealed(desk)
        #expect(!payload.contains("2580"))
        #expect(
            payload.hasPrefix(#"{"aps":{"alert":{"body":"Notification"},"mutable-content":1},"#)
        )
        try desk.must("lock --now")
        #expect(try desk.push(payload)["ending"]?.string == "delivered")
        #expect(try desk.bodies() == ["The code is 2580"])
        #expect(try desk.push(payload)["ending"]?.string == "repeated")
        // N-48, N-49: the original is shown.
        var changed = Array(payload)
        changed[changed.count - 30] = changed[changed.count - 30] == "A" ? "B" : "A"
        for (text, options) in [(String(changed), ""), (payload, "--collapse-id x")] {
            let outcome = try desk.push(text, options)
            #expect(outcome["ending"]?.string == "original")
            #expect(outcome["refusal"]?["code"]?.string == "authentication-failure")
        }
        #expect(try desk.bodies() == ["Notification", "Notification", "The code is 2580"])
    }

    @Test(
        "N-46, N-52: sealed to class A it stays shut until the unlock, and past its time it is dropped"
    )
    func classA() throws {
        let desk = try Desk.notified()
        try register(desk, "--class A --class C")
        let payload = try sealed(desk, "--class A --alert Message")
        let late = try sealed(desk, "--expires 0s")
        try desk.must("lock --now")
        let outcome = try desk.push(payload)
        #expect(outcome["refusal"]?["code"]?.string == "protected-data-unavailable")
        #expect(try desk.bodies() == ["Notification (hidden)"])
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.bodies() == ["The code is 2580"])
        #expect(try desk.push(late)["ending"]?.string == "expired-push")
    }

    @Test("N-53: short texts are all equally long, and other keys are the application's")
    func contents() throws {
        let desk = try Desk.notified()
        try register(desk)
        let lengths = try [1, 50, 200].map { count in
            try sealed(desk, "", #"{"body":"\#(String(repeating: "x", count: count))"}"#).count
        }
        #expect(Set(lengths).count == 1)
        let payload = try sealed(desk, "", #"{"aps":{"alert":"hi","thread-id":"t"},"order":7}"#)
        try desk.push(payload)
        let list = try desk.must("notify list \(mail) --json").json().array
        #expect(list?.first?["thread"]?.string == "t")
        for (content, status) in [
            ("{}", 64), (#"{"titel":"x"}"#, 64), (#"{"title":1}"#, 65), ("[]", 65), ("x", 65),
            (#"{"body":"\#(String(repeating: "x", count: 3_000))"}"#, 65),
            (#"{"body":"\#(String(repeating: "x", count: 5_000))"}"#, 65),
            (#"{"aps":{"alert":"x"},"sequence":1}"#, 64), (#"{"titel":"x","body":"y"}"#, 64),
        ] {
            let refused = try desk.run("notify seal registration.json -", input: content)
            #expect(refused.status == status, "\(refused.talk)")
            #expect(refused.output.isEmpty)
        }
        let misspelt = #"{"body":"x","tittle":"y"}"#
        let refused = try desk.run("notify seal registration.json -", input: misspelt)
        #expect(refused.talk.contains("standard input: 1:13: a content has no 'tittle'"))
        try desk.text(#"{"body":"x"}"#, in: "content.json")
        for options in ["--class D", "--class A"] {
            let line = "notify seal registration.json content.json \(options)"
            try Refused(line, 64, "invalid-argument").check(on: desk)
        }
    }

    @Test("a registration that cannot be used is refused, and no device is asked for")
    func registrations() throws {
        let desk = try Desk()
        try desk.text("{}", in: "content.json")
        let newer = #"{"version":2}"#
        for (text, status) in [("{}", 64), ("x", 64), (newer, 65), (#"{"version":1}"#, 64)] {
            let refused = try desk.run("notify seal - content.json", input: text)
            #expect(refused.status == status, "\(refused.talk)")
        }
        try Refused("notify seal nowhere.json content.json", 66, "not-found").check(on: desk)
    }

    @Test("keys are made once, replaced when asked, and only of the classes that have a use")
    func registering() throws {
        let desk = try Desk.notified()
        try Refused("notify register \(mail) --rotate", 66, "not-found").check(on: desk)
        try Refused("notify register \(mail) --class B", 64, "invalid-argument").check(on: desk)
        try Refused("notify register \(mail) --sender AAAA", 64, "invalid-argument").check(on: desk)
        try Refused("notify register \(mail) --sender %", 64, "invalid-argument", hint: true)
            .check(on: desk)
        try Refused(
            "notify register \(mail) --rotate --class A",
            64,
            "invalid-argument",
            hint: true
        )
        .check(on: desk)
        try Refused("notify register com.other.app", 66, "not-found", hint: true).check(on: desk)
        try register(desk)
        let old = try sealed(desk)
        let first = try desk.text(of: "registration.json")
        #expect(try desk.must("notify register \(mail)").output == first)
        try register(desk, "--rotate")
        #expect(try desk.text(of: "registration.json") != first)
        #expect(try desk.push(old)["ending"]?.string == "delivered")
        try desk.must("lock --now")
        try Refused(
            "notify register \(mail) --class A",
            75,
            "protected-data-unavailable",
            hint: true
        )
        .check(on: desk)
    }

    @Test("a registration that names a sender takes what its private key has sealed, in order")
    func sender() throws {
        let desk = try Desk.notified()
        let key = try desk.must("notify sender-key key").output.filter { $0 != "\n" }
        #expect(key.count == 43)
        #expect(try desk.shell("stat -c %a:%s key").output == "600:44\n")
        let other = try desk.must("notify sender-key other --json").json()
        #expect(other.shape == "{sender:string,version:number}")
        try Refused("notify sender-key key", 73, "already-exists", hint: true).check(on: desk)
        try Refused("notify sender-key nowhere/key", 66, "not-found", hint: true).check(on: desk)
        try register(desk, "--sender \(key)")
        try desk.text("AAAA\n", in: "short")
        for (options, hint) in [
            ("--sequence 300", true), ("--sender-key key", false),
            ("--sequence 300 --sender-key other", false),
            ("--sequence 300 --sender-key short", true),
            ("--sequence 300 --sender-key passcode", true),
        ] {
            try desk.text(#"{"body":"x"}"#, in: "content.json")
            try Refused(
                "notify seal registration.json content.json \(options)",
                64,
                "invalid-argument",
                hint: hint
            ).check(on: desk)
        }
        // N-51
        for (sequence, ending) in [(300, "delivered"), (299, "delivered"), (300, "repeated")] {
            let payload = try sealed(desk, "--sequence \(sequence) --sender-key key")
            #expect(try desk.push(payload)["ending"]?.string == ending)
        }
        let line = "notify seal registration.json content.json --sequence 301 --sender-key -"
        let piped = try desk.must(line, input: try desk.text(of: "key")).output
        #expect(try desk.push(piped)["ending"]?.string == "delivered")
        let old = try sealed(desk, "--sequence 40 --sender-key key")
        #expect(try desk.push(old)["ending"]?.string == "repeated")
    }

    @Test("a private key that is named in another's place is not told of")
    func misplacedKey() throws {
        let desk = try Desk.notified()
        try desk.must("notify sender-key key")
        try register(desk)
        try desk.text(#"{"body":"x"}"#, in: "content.json")
        let key = try desk.text(of: "key").filter { $0 != "\n" }
        for line in [
            "seal registration.json key", "seal key content.json", "seal - content.json",
            "check key", "check -", "push \(mail) key", "categories \(mail) key",
            "seal registration.json - --sequence 1 --sender-key key",
            "register \(mail) --rotate key",
        ] {
            let refused = try desk.run("notify \(line)", input: key + "\n")
            #expect(refused.status != 0, "\(line)")
            #expect(!refused.talk.contains(key.prefix(8)), "\(line): \(refused.talk)")
            #expect(!refused.output.contains(key.prefix(8)), "\(line): \(refused.output)")
        }
    }

    @Test("values may begin as an option does")
    func dashes() throws {
        let desk = try Desk.notified()
        let add = "notify add \(mail) --id -i --title -t --subtitle -s --body -b --category -c"
        try desk.must("\(add) --thread -d")
        #expect(try desk.bodies() == ["-b"])
        let key = "-" + String(repeating: "A", count: 42)
        try register(desk, "--sender \(key) --team -team")
        #expect(try desk.text(of: "registration.json").contains(key))
        try desk.must("notify push \(mail) - --collapse-id -x", input: #"{"aps":{"alert":"hi"}}"#)
        try desk.must("app install com.example.chat")
        try desk.text(try desk.must("notify register com.example.chat").output, in: "r.json")
        let content = #"{"body":"x"}"#
        let sealed = try desk.must(
            "notify seal r.json - --id -i --alert -a --collapse-id -x",
            input: content
        )
        #expect(sealed.output.contains(#""body":"-a""#))
    }

    @Test("before the first unlock no screen shows what comes, and it is not said to")
    func early() throws {
        let desk = try Desk.notified()
        try desk.must("notify settings \(mail) --previews always")
        try desk.must("reboot")
        let outcome = try desk.push()
        #expect(outcome["ending"]?.string == "delivered")
        #expect(outcome["presentation"] == .array([]))
        #expect(try desk.bodies().isEmpty)
    }

    // MARK: Service extensions

    private static let mutable = #"{"aps":{"alert":"a secret","mutable-content":1}}"#

    @Test("N-36, N-34: what a service extension answers is shown")
    func service() throws {
        let desk = try Desk.notified()
        try desk.text(Self.mutable, in: "p.json")
        let line = "notify push \(mail) p.json --json --service"
        let words = line.split(separator: " ").map(String.init)
        let pushed = try desk.run(words: words + ["sed s/secret/change/"])
        #expect(try pushed.json()["ending"]?.string == "delivered")
        #expect(try desk.bodies() == ["a change"])
        // N-35
        try desk.text(#"{"aps":{"alert":"a secret"}}"#, in: "p.json")
        let plain = try desk.run(words: words + ["touch ran"])
        #expect(plain.talk.contains("note: no service extension runs"))
        #expect(!desk.exists("ran"))
        #expect(try desk.bodies() == ["a secret", "a change"])
    }

    @Test(
        "N-37, N-38: one that fails, or answers nothing in time, changes nothing, and what it did is noted",
        arguments: [
            ("exit 3", "", "ended with status 3"), ("echo no", "", "1:1"),
            ("exec nothing-of-this-name", "", "ended with status 127"),
            ("sleep 60", "--limit 100ms", "ended "),
            ("trap '' TERM; sleep 60", "--limit 2s", nil),
        ]
    )
    func failingService(command: String, options: String, note: String?) throws {
        let desk = try Desk.notified()
        try desk.text(Self.mutable, in: "p.json")
        let words = "notify push \(mail) p.json --json \(options) --service".split(separator: " ")
        let outcome = try desk.run(words: words.map(String.init) + [command]).json()
        #expect(outcome["ending"]?.string == "original")
        let notes = outcome["notes"]?.array?.compactMap(\.string) ?? []
        #expect(notes.count == (note == nil ? 0 : 1))
        #expect(note.map { notes.first?.contains($0) == true } ?? true, "\(notes)")
        #expect(try desk.bodies() == ["a secret"])
    }

    private static let slow =
        "trap 'sed s/secret/guess/; exit 0' TERM; while :; do sleep 0.05; done"

    @Test(
        "N-37: at SIGTERM an extension has its last chance, also one that the shell has started",
        arguments: [slow, "sh ./slow", "exec sh ./slow"]
    )
    func lastChance(command: String) throws {
        let desk = try Desk.notified()
        try desk.text(Self.mutable, in: "p.json")
        try desk.text(Self.slow, in: "slow")
        let words = ["notify", "push", mail, "p.json", "--limit", "2s", "--service", command]
        let pushed = try desk.run(words: words)
        #expect(pushed.output.hasPrefix("ending        expired\n"), "\(pushed)")
        #expect(try desk.bodies() == ["a guess"])
    }

    @Test("N-42: an empty answer suppresses for an application with the entitlement alone")
    func filtering() throws {
        let empty = "sed s/a.secret//"
        let words = ["notify", "push", mail, "p.json", "--json", "--service", empty]
        for (options, ending, bodies) in [
            ("", "original", ["a secret"]), ("--entitlements filtering", "suppressed", []),
        ] {
            let desk = try Desk.notified(options)
            try desk.text(Self.mutable, in: "p.json")
            #expect(try desk.run(words: words).json()["ending"]?.string == ending)
            #expect(try desk.bodies() == bodies)
        }
    }

    @Test(
        "an interruption ends a service extension, and what was pushed is shown",
        arguments: ["INT", "TERM", "HUP"]
    )
    func interrupted(signal: String) throws {
        let desk = try Desk.notified()
        try desk.text(Self.mutable, in: "p.json")
        let result = try desk.shell(
            """
            set -m
            $TOOL notify push \(mail) p.json --service 'echo $$ > service; sleep 38' & pid=$!
            until [ -s service ]; do kill -0 $pid || break; done
            kill -\(signal) $pid; wait $pid; status=$?
            if kill -0 $(cat service); then echo 'it runs'; fi 2> /dev/null
            exit $status
            """
        )
        #expect(result.status == 130, "\(result.talk)")
        #expect(result.output.isEmpty)
        #expect(try desk.bodies() == ["a secret"])
    }

    @Test("a limit without a service is refused")
    func limitAlone() throws {
        let desk = try Desk.notified(passcode: false)
        try Refused("notify push \(mail) p.json --limit 1s", 64, "invalid-argument", hint: true)
            .check(on: desk)
    }

    // MARK: Checking

    @Test("a check names what is sent in clear, unknown keys, and whether an extension runs")
    func check() throws {
        let desk = try Desk()
        try desk.text(
            """
            {
              "aps": {"alert": "Sign in", "sounds": "x", "mutable-content": 1},
              "otp": "482913",
              "email": "ann@example.com",
              "token": "<token>"
            }
            """,
            in: "a.json"
        )
        let checked = try desk.run("notify check a.json")
        #expect(checked.status == 1)
        #expect(
            checked.output == """
                a.json: 141 of 4096 bytes, an alert, a service extension runs
                  2:31: note: 'sounds' is not a key of 'aps'
                  3:3: error: 'otp' is sent in clear
                  4:3: warning: 'email' is sent in clear

                """
        )
        let document = try JSONValue(text: desk.run("notify check a.json --json").output)
        #expect(
            document.shape
                == "{payloads:[{alert:bool,bytes:number,findings:[{column:number,level:string,"
                + "line:number,message:string,rule:string}],limit:number,path:string,"
                + "runsExtension:bool,sealed:bool,wakesApp:bool}],version:number}"
        )
        #expect(!checked.output.contains("482913") && !checked.output.contains("ann@"))
    }

    @Test("a vocabulary of the policy counts, and warnings end with 0")
    func vocabulary() throws {
        let desk = try Desk()
        try desk.text(#"{"aps":{"alert":"x"},"rosebud":"sledge"}"#, in: "a.json")
        #expect(try desk.must("notify check a.json").output.contains("nothing to report"))
        let policy = "policy: 1\nextends: [baseline]\nvocabulary:\n  WORD: [rosebud]\n"
        try desk.text(policy.replacing("WORD", with: "personal"), in: "p.yml")
        let personal = try desk.must("notify check a.json --policy p.yml")
        #expect(personal.output.contains("1:22: warning: 'rosebud' is sent in clear"))
        try desk.text(policy.replacing("WORD", with: "credential"), in: ".protectctl.yml")
        #expect(try desk.run("notify check a.json").status == 1)
        try Refused("notify check a.json --policy nothing", 65, "malformed-policy", hint: true)
            .check(on: desk)
    }

    @Test("a sealed part has to be one, and somebody has to open it")
    func checkSealed() throws {
        let desk = try Desk.notified(passcode: false)
        try register(desk)
        try desk.text(try sealed(desk), in: "good.json")
        #expect(try desk.must("notify check good.json").output.contains("nothing to report"))
        try desk.text(#"{"aps":{"mutable-content":1},"encrypted-content":"AQ"}"#, in: "bad.json")
        let bad = try desk.run("notify check bad.json")
        #expect(bad.status == 1)
        for words in [
            "warning: no service extension runs without an alert",
            "error: this is not a sealed push of this version", "warning: on a phone nobody opens",
        ] {
            #expect(bad.output.contains(words), "\(words)")
        }
    }

    @Test("what is no payload ends with 65, and the others are checked all the same")
    func checkMalformed() throws {
        let desk = try Desk()
        try desk.text("{}", in: "bad.json")
        try desk.text(#"{"aps":{"content-available":1}}"#, in: "good.json")
        try desk.text(
            #"{"aps":{"alert":"\#(String(repeating: "x", count: 5_000))"}}"#,
            in: "big.json"
        )
        let checked = try desk.run("notify check bad.json big.json good.json")
        #expect(checked.status == 65)
        #expect(checked.talk.contains("'bad.json': 1:1: "))
        #expect(checked.talk.contains("'big.json' has more than 4096 bytes"))
        #expect(checked.output.hasPrefix("good.json: 31 of 4096 bytes, no alert, wakes the"))
        #expect(try desk.must("notify check big.json --type voip").output.contains("of 5120 bytes"))
        #expect(try desk.run("notify check nowhere.json good.json").status == 66)
        let endless = try desk.run("notify check /dev/zero")
        #expect(endless.talk.contains("'/dev/zero' has more than 4096 bytes"))
    }
}
