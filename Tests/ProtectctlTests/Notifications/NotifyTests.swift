import Foundation
import Testing

@Suite("Notifications from the command line")
struct NotifyTests {
    private let mail = Desk.mail

    // MARK: What the user decides

    @Test("N-1 to N-3: a request waits for its answer, says how to give it, and is made once")
    func authorization() throws {
        let desk = try Desk.notified(authorized: false)
        try Refused("notify answer \(mail) granted", 64, "invalid-argument").check(on: desk)
        try Refused("notify add \(mail) --id a --title T", 77, "not-authorized", hint: true)
            .check(on: desk)
        let request = try desk.must("notify authorize \(mail)")
        #expect(request.output == "not-determined\n")
        #expect(request.talk.contains("'protectctl notify answer \(mail) granted'"))
        try desk.must("notify answer \(mail) denied")
        let again = try desk.must("notify authorize \(mail)")
        #expect(again.output == "denied\n" && again.talk.isEmpty)
        try Refused("notify add \(mail) --id a --title T", 77, "not-authorized", hint: true)
            .check(on: desk)
        #expect(try desk.push()["ending"]?.string == "not-authorized")
        #expect(try desk.bodies().isEmpty)
        try desk.must("notify answer \(mail) granted")
        let document = try desk.must("notify authorize \(mail) --json").json()
        #expect(document["authorization"]?.string == "authorized")
        #expect(document["prompting"] == .bool(false))
    }

    @Test("N-4: what is provisional is in the center alone")
    func provisional() throws {
        let desk = try Desk.notified(authorized: false)
        let request = try desk.must("notify authorize \(mail) --provisional")
        #expect(request.output == "provisional\n" && request.talk.isEmpty)
        #expect(try desk.push()["presentation"]?.array == [.string("list")])
        #expect(try desk.bodies().isEmpty)
        #expect(try desk.bodies("--center") == ["The code is 2580"])
    }

    @Test("settings are set by the user while the device is unlocked")
    func settings() throws {
        let desk = try Desk.notified(authorized: false)
        let set = "notify settings \(mail) --previews always"
        try Refused(set, 64, "invalid-argument").check(on: desk)
        try desk.must("notify authorize \(mail) --options alert")
        try desk.must("notify answer \(mail) granted")
        // Sounds were not asked for.
        try Refused("notify settings \(mail) --sounds on", 64, "invalid-argument").check(on: desk)
        try Refused("notify settings com.other.app --center off", 66, "not-found", hint: true)
            .check(on: desk)
        try desk.must(set + " --lock-screen off")
        #expect(
            try desk.must("notify settings \(mail)").output == """
                authorization  authorized
                previews       always
                lock-screen    off
                center         on
                alerts         on
                sounds         not supported
                badges         not supported
                critical       not supported

                """
        )
        #expect(
            try desk.must("notify settings \(mail) --json").json().shape
                == "{alerts:string,app:string,authorization:string,badges:string,center:bool,"
                + "critical:string,forced:{},lockScreen:bool,previews:string,sounds:string,"
                + "version:number}"
        )
        try desk.must("lock --now")
        for line in [set, "notify answer \(mail) denied", "notify quiet on", "notify quiet off"] {
            try Refused(line, 75, "protected-data-unavailable", hint: true).check(on: desk)
        }
    }

    @Test("the prompt may be answered on the lock screen")
    func answerWhileLocked() throws {
        let desk = try Desk.notified(authorized: false)
        try desk.must("notify authorize \(mail)")
        try desk.must("lock --now")
        try desk.must("notify answer \(mail) granted")
        #expect(try desk.must("notify settings \(mail) --json").output.contains("authorized"))
    }

    @Test("N-17: what a profile forces counts, and the profile is named")
    func forced() throws {
        let desk = try Desk.notified()
        let text = try String(
            contentsOf: Checkout.root.appending(path: "Policies/profiles/lock-screen.mobileconfig"),
            encoding: .utf8
        )
        try desk.text(text.replacing("com.example.bank", with: mail), in: "p.mobileconfig")
        try desk.must("profile install p.mobileconfig")
        let set = try desk.must("notify settings \(mail) --previews always --lock-screen on")
        #expect(set.talk.contains("'previews' is forced by com.example.lock-screen"))
        #expect(set.talk.contains("'lock-screen' is forced by com.example.lock-screen"))
        let document = try desk.must("notify settings \(mail) --json").json()
        #expect(document["previews"]?.string == "never")
        #expect(document["forced"]?["lockScreen"] == .array([.string("com.example.lock-screen")]))
        let prose = try desk.must("notify settings \(mail)").output
        #expect(prose.contains("previews       never          forced by com.example.lock-screen\n"))
        try desk.push()
        #expect(try desk.bodies().isEmpty)
        #expect(try desk.bodies("--center") == ["Notification (hidden)"])
    }

    @Test("a quiet time holds back what is not urgent, except of applications that are allowed")
    func quiet() throws {
        let desk = try Desk.notified()
        #expect(try desk.must("notify quiet").output == "off\n")
        try Refused("notify quiet off --allow \(mail)", 64, "invalid-argument", hint: true)
            .check(on: desk)
        try Refused("notify quiet on --allow com.other.app", 66, "not-found", hint: true)
            .check(on: desk)
        try desk.must("notify quiet on")
        #expect(try desk.push()["presentation"]?.array == [.string("list")])
        #expect(try desk.bodies().isEmpty)
        try desk.must("notify quiet on --allow \(mail)")
        #expect(try desk.must("notify quiet").output == "on \(mail)\n")
        #expect(try desk.bodies() == ["The code is 2580"])
        try desk.must("notify quiet off")
        let document = try desk.must("notify quiet --json").output
        #expect(document == #"{"allowed":[],"quiet":"off","version":1}"# + "\n")
    }

    // MARK: What is seen

    @Test("N-9, N-10: the lock screen hides what the center shows after the unlock")
    func lockScreen() throws {
        let desk = try Desk.notified()
        try desk.push()
        try desk.must("lock --now")
        try desk.push(#"{"aps":{"alert":"another secret"}}"#)
        let drawn = try desk.must("notify screen").output
        #expect(
            drawn == """
                com.example.mail                                         now
                  Notification                                      (hidden)

                """
        )
        let list = try desk.must("notify list \(mail)").output
        #expect(list.split(separator: "\n").allSatisfy { $0.hasSuffix("(locked)") })
        #expect(!list.contains("secret") && !list.contains("2580"))
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.bodies("--center") == ["another secret", "The code is 2580"])
        #expect(
            try desk.must("notify screen").output == """
                com.example.mail                                         now
                  another secret

                com.example.mail                                         now
                  Ann
                  The code is 2580

                """
        )
    }

    @Test("a screen is drawn in every lock state, and boots a device that is off")
    func everyState() throws {
        let desk = try Desk.notified()
        try desk.push()
        try desk.must("shutdown")
        try Refused("notify screen --no-boot", 75, "device-off", hint: true).check(on: desk)
        let early = try desk.must("notify screen")
        #expect(early.output.isEmpty)
        #expect(early.talk.contains("nothing to see (before-first-unlock)"))
        let document = try desk.must("notify screen --json --center").output
        #expect(
            document
                == #"{"entries":[],"place":"center","state":"before-first-unlock","version":1}"#
                + "\n"
        )
    }

    @Test("before the first unlock nothing is known of what came, and all of it can be removed")
    func beforeFirstUnlock() throws {
        let desk = try Desk.notified()
        try desk.push()
        try desk.must("reboot")
        for line in [
            "list \(mail)", "list --pending \(mail)", "remove \(mail) x", "position 1,2",
            "add \(mail) --id a --title T", "respond \(mail) a", "responses \(mail)",
            "categories \(mail)", "register \(mail)",
        ] {
            try Refused("notify \(line)", 75, "protected-data-unavailable", hint: true)
                .check(on: desk)
        }
        #expect(try desk.push(#"{"aps":{"alert":"early"}}"#)["ending"]?.string == "delivered")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.bodies() == ["early", "The code is 2580"])
        try desk.must("reboot")
        try desk.must("notify remove \(mail) --all")
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.bodies().isEmpty)
    }

    @Test("what could move the cursor does not, on a terminal and in a drawing")
    func controls() throws {
        let desk = try Desk.notified()
        try desk.push(
            #"{"aps":{"alert":{"title":"a\u001b[2Jb","body":"one\n\ntwo \u202edesrever"}}}"#
        )
        let drawn = try desk.must("notify screen").output
        #expect(!drawn.contains("\u{1B}") && !drawn.contains("\u{202E}"))
        try desk.push(#"{"aps":{"alert":"\u009b2J\u007f👩‍👧"}}"#)
        let json = try desk.must("notify screen --json").output
        #expect(json.unicodeScalars.allSatisfy { !["\u{9B}", "\u{7F}", "\u{202E}"].contains($0) })
        #expect(try desk.bodies().first == "\u{9B}2J\u{7F}👩‍👧")
        #expect(drawn.contains("\n  one\n  \n  two "))
    }

    @Test("long texts are broken between words")
    func wrapped() throws {
        let desk = try Desk.notified()
        let text = Array(repeating: "word", count: 30).joined(separator: " ")
        try desk.push(#"{"aps":{"alert":"\#(text)"}}"#)
        let lines = try desk.must("notify screen").output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.count <= 60 })
    }

    @Test("what has no spaces is broken where the line ends")
    func longWord() throws {
        let desk = try Desk.notified()
        let text = String(repeating: "会議は月曜日です。", count: 10)
        try desk.push(#"{"aps":{"alert":"so \#(text)"}}"#)
        let lines = try desk.must("notify screen").output.split(separator: "\n").dropFirst()
        // Two columns a character.
        #expect(lines.dropFirst().allSatisfy { $0.count <= 31 && $0.hasPrefix("  ") })
        #expect(lines.map { $0.dropFirst(2) }.joined() == "so" + text)
    }

    // MARK: What is left

    @Test("N-25: an application that is uninstalled leaves nothing behind")
    func uninstall() throws {
        let desk = try Desk.with(passcode: true)
        func files() throws -> Int {
            let all = try desk.shell("find phone -type f | wc -l")
            return try #require(Int(all.output.filter(\.isNumber)))
        }
        try desk.must("app install com.example.other")
        try desk.must("notify authorize com.example.other --provisional")
        let before = try files()
        try desk.must("app install \(mail)")
        try desk.must("notify authorize \(mail)")
        try desk.must("notify answer \(mail) granted")
        try desk.must("notify register \(mail) --class A --class C")
        try desk.must("notify add \(mail) --id later --title rosebud --in 5m")
        try desk.push(#"{"aps":{"alert":"rosebud"}}"#)
        #expect(try files() > before)
        try desk.must("app uninstall \(mail)")
        #expect(try files() == before)
        #expect(try desk.shell("grep -rlE 'rosebud|\(mail)' phone").output.isEmpty)
        #expect(try desk.bodies("--center").isEmpty)
        #expect(try desk.push()["ending"]?.string == "not-installed")
        #expect(try files() == before)
        // What comes back is a new installation.
        try desk.must("app install \(mail)")
        let settings = try desk.must("notify settings \(mail) --json").json()
        #expect(settings["authorization"]?.string == "not-determined")
        #expect(try desk.must("notify list --pending \(mail)").output.isEmpty)
    }

    @Test("N-24: what is removed is gone, and of several all or none")
    func remove() throws {
        let desk = try Desk.notified()
        for id in ["a", "b", "c"] { try desk.must("notify add \(mail) --id \(id) --title rosebud") }
        try Refused("notify remove \(mail) a x", 66, "not-found", hint: true).check(on: desk)
        try Refused("notify remove \(mail) a --pending", 66, "not-found", hint: true)
            .check(on: desk)
        for line in ["remove \(mail)", "remove \(mail) --all a"] {
            try Refused("notify \(line)", 64, "invalid-argument", hint: true).check(on: desk)
        }
        #expect(try desk.bodies().count == 3)
        try desk.must("notify remove \(mail) a b")
        let left = try desk.must("notify list \(mail) --json").json().array
        #expect(left?.map { $0["identifier"]?.string } == ["c"])
        try desk.must("lock --now")
        try desk.must("notify remove \(mail) c")
        #expect(try desk.bodies().isEmpty)
    }
}
