import Foundation
import Testing

@Suite("Configuration profiles from the command line")
struct ProfileTests {
    private static func payload(_ type: String, _ number: Int, _ settings: String) -> String {
        """
        <dict><key>PayloadType</key><string>\(type)</string><key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>com.example.payload.\(number)</string>
        <key>PayloadUUID</key><string>00000000-0000-4000-8000-00000000000\(number)</string>\(settings)</dict>
        """
    }

    /// A profile with restrictions and rules for the passcode.
    private static func profile(
        _ identifier: String = "com.example.kids",
        restrictions: String = "<key>ratingMovies</key><integer>200</integer>",
        passcode: String = "",
        notifications: String? = nil,
        top: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string>
        <key>PayloadVersion</key><integer>1</integer>\(top)
        <key>PayloadIdentifier</key><string>\(identifier)</string>
        <key>PayloadUUID</key><string>10000000-0000-4000-8000-000000000000</string>
        <key>PayloadContent</key><array>
        \(payload("com.apple.applicationaccess", 1, restrictions))
        \(payload("com.apple.mobiledevice.passwordpolicy", 2, passcode))
        \(notifications.map { payload("com.apple.notificationsettings", 3, $0) } ?? "")
        </array></dict></plist>
        """
    }

    private func desk(_ files: [String: String], passcode: Bool = false) throws -> Desk {
        let desk = try Desk.with(passcode: passcode)
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    @Test("what an installed profile forces is found first, and is gone with it")
    func forced() throws {
        let desk = try desk(["a.mobileconfig": Self.profile()])
        try desk.must("defaults write -g com.apple.content-rating.MovieRating 1000 -int")
        let check = "restrictions check movie --rating PG-13 --region us"
        #expect(try desk.run(check).status == 0)
        let talk = try desk.must("profile install a.mobileconfig").talk
        #expect(talk.contains("not signed"))
        #expect(try desk.run(check).output == "refused: PG-13 is 300, the limit is 200 (managed)\n")
        #expect(try desk.must("profile list").output.hasPrefix("com.example.kids  "))
        try desk.must("profile remove com.example.kids")
        #expect(try desk.run(check).status == 0)
        #expect(try desk.must("profile list").output.isEmpty)
    }

    @Test("of two profiles the stricter value counts, and the clash is named")
    func clash() throws {
        let desk = try desk([
            "a.mobileconfig": Self.profile(),
            "b.mobileconfig": Self.profile(
                "com.example.other",
                restrictions: "<key>ratingMovies</key><integer>400</integer>"
            ),
        ])
        for file in ["b", "a"] { try desk.must("profile install \(file).mobileconfig") }
        let shown = try desk.must("restrictions show").output
        #expect(
            shown.contains("ratingMovies  200  com.example.kids; but com.example.other has 400")
        )
        let document = try desk.must("restrictions show --json").json()
        let setting = try #require(document["profiles"]?.array?.first)
        #expect(setting["overruled"]?.array?.first?["profile"]?.string == "com.example.other")
        #expect(setting["kind"]?.string == "restrictedValue")
    }

    @Test("what profiles force upon notifications is shown with the profiles, and clashes")
    func notifications() throws {
        let item = { (previews: Int, sounds: String) in
            """
            <key>NotificationSettings</key><array><dict>
            <key>BundleIdentifier</key><string>com.example.mail</string>
            <key>PreviewType</key><integer>\(previews)</integer>\(sounds)</dict></array>
            """
        }
        let sounds = "<key>SoundsEnabled</key><false/>"
        let desk = try desk([
            "a": Self.profile(notifications: item(2, sounds)),
            "b": Self.profile("com.example.other", notifications: item(0, "")),
        ])
        #expect(try !desk.must("restrictions show").output.contains("Notification"))
        for file in ["b", "a"] { try desk.must("profile install \(file)") }
        let shown = try desk.must("restrictions show").output
        let rows = """
            Notification settings of configuration profiles
            com.example.mail  PreviewType    2      com.example.kids; but com.example.other has 0
            com.example.mail  SoundsEnabled  false  com.example.kids

            """
        #expect(shown.hasSuffix(rows))
        let document = try desk.must("restrictions show --json").json()
        let app = try #require(document["notifications"]?.array?.first)
        #expect(app["application"]?.string == "com.example.mail")
        let previews = try #require(app["settings"]?.array?.first)
        #expect(previews["key"]?.string == "PreviewType")
        #expect(previews["overruled"]?.array?.first?["profile"]?.string == "com.example.other")
        try desk.must("profile remove com.example.kids")
        #expect(try !desk.must("restrictions show").output.contains("SoundsEnabled"))
    }

    @Test("the shipped profile of a lock screen is sound, and takes effect")
    func lockScreen() throws {
        let desk = try desk([:])
        let file = Checkout.root.path() + "/Policies/profiles/lock-screen.mobileconfig"
        #expect(try !desk.must("profile check \(file)").output.contains("warning: Payload"))
        try desk.must("profile install \(file)")
        let shown = try desk.must("restrictions show").output
        #expect(shown.contains("allowLockScreenNotificationsView  false  com.example.lock-screen"))
    }

    @Test("a passcode payload binds the device until its profile goes")
    func passcode() throws {
        let desk = try desk(
            [
                "a.mobileconfig": Self.profile(
                    passcode: """
                        <key>forcePIN</key><true/><key>minLength</key><integer>6</integer>
                        <key>allowSimple</key><false/>
                        """
                ),
                "short": "1379", "simple": "123456", "good": "135790",
            ]
        )
        let talk = try desk.must("profile install a.mobileconfig").talk
        #expect(talk.contains("passcode set"))
        for name in ["short", "simple"] {
            try Refused(
                "passcode set --new-passcode-file \(name)",
                64,
                "passcode-policy",
                hint: true
            ).check(on: desk)
        }
        try desk.must("passcode set --new-passcode-file good")
        try Refused("passcode remove --passcode-file good", 64, "passcode-policy", hint: true)
            .check(on: desk)
        // The agent ends; the rules do not.
        try desk.must("shutdown")
        try desk.must("unlock --passcode-file good")
        #expect(try desk.run("passcode remove --passcode-file good").status == 64)
        try desk.must("profile remove com.example.kids")
        try desk.must("passcode remove --passcode-file good")
    }

    @Test(
        "rules that got lost are in force again after the next unlock, and a refusal names where they are from"
    )
    func lostRules() throws {
        let desk = try desk(
            [
                "a": Self.profile(passcode: "<key>minLength</key><integer>6</integer>"),
                "long": "135790", "short": "1379",
            ],
            passcode: true
        )
        try desk.must("profile install a")
        try desk.must("shutdown")
        try desk.shell("rm phone/.passcode-rules")
        try desk.must("unlock --passcode-file passcode")
        let change = "passcode change --passcode-file passcode --new-passcode-file"
        let refused = try desk.run("\(change) short")
        #expect(refused.status == 64)
        #expect(refused.talk.contains("restrictions show"))
        try desk.must("\(change) long")
    }

    @Test("a damaged profile keeps others from changing anything, and goes with --force")
    func damaged() throws {
        let desk = try desk(["a": Self.profile(), "b": Self.profile("com.example.other")])
        try desk.must("profile install a")
        try desk.shell(
            "for f in phone/system/*/*; do dd if=/dev/zero of=$f bs=1000 count=1 conv=notrunc; done"
        )
        for line in ["profile install b", "profile remove com.example.kids", "profile list"] {
            #expect(try desk.run(line).status == 65, "\(line)")
        }
        #expect(try desk.run("restrictions check movie --rating G --region us").status == 1)
        try desk.must("profile remove com.example.kids --force")
        #expect(try desk.must("profile list").output.isEmpty)
        try desk.must("profile install b")
    }

    @Test("check names what is wrong by its place, and ends with 1 for errors alone")
    func check() throws {
        let desk = try desk([
            "sound": Self.profile(),
            "wrong": Self.profile(restrictions: "<key>ratingMovies</key><string>200</string>"),
            "odd": Self.profile(restrictions: "<key>ratingMovies</key><integer>123</integer>"),
        ])
        try desk.must("shutdown")
        #expect(try desk.run("profile check sound").status == 0)
        #expect(try desk.run("profile check odd").status == 0)
        let wrong = try desk.run("profile check wrong")
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("error: PayloadContent[0].ratingMovies: "))
        let document = try desk.run("profile check sound wrong --json").json()
        let profiles = try #require(document["profiles"]?.array)
        #expect(profiles.compactMap { $0["path"]?.string } == ["sound", "wrong"])
        let rules = profiles.last?["findings"]?.array?.compactMap { $0["rule"]?.string }
        #expect(rules?.contains("wrong-type") == true)
        #expect(rules?.contains("set-twice") == true)
    }

    @Test(
        "what is not a profile is refused, and nothing is installed",
        arguments: [
            "hello", "", "<plist version=\"1.0\"><array/></plist>",
            "<plist version=\"1.0\"><dict/></plist>",
            "bplist00", "0\u{1}\u{1}", "-----BEGIN PKCS7-----",
        ]
    )
    func malformed(text: String) throws {
        let desk = try desk(["bad": text])
        #expect(try desk.run("profile install bad --json").code() == "malformed-profile")
        #expect(try desk.run("profile install bad").status == 65)
        #expect([1, 65].contains(try desk.run("profile check bad").status))
        #expect(try desk.must("profile list").output.isEmpty)
    }

    @Test("a bad file among several is named, and the others are checked")
    func goingOn() throws {
        let desk = try desk(["sound": Self.profile(), "bad": "hello"])
        let result = try desk.run("profile check bad sound missing")
        #expect(result.status == 65)
        #expect(result.output.contains("1. sound: not signed"))
        #expect(result.talk.contains("'bad'"))
        #expect(result.talk.contains("missing"))
        #expect(try desk.run("profile check missing").status == 66)
    }

    @Test("a profile that does not allow its removal goes with --force alone")
    func removal() throws {
        let desk = try desk([
            "a": Self.profile(top: "<key>PayloadRemovalDisallowed</key><true/>")
        ])
        try desk.must("profile install a")
        try Refused("profile remove com.example.kids", 77, "permission-denied", hint: true)
            .check(on: desk)
        try Refused("profile remove nobody", 66, "not-found", hint: true).check(on: desk)
        // Nor is it replaced by one that another made.
        try desk.text(Self.profile(), in: "b")
        try Refused("profile install b", 77, "permission-denied", hint: false).check(on: desk)
        try desk.must("profile install b --force")
        try desk.must("profile install a")
        try desk.must("profile remove com.example.kids --force")
    }

    @Test("diff names each setting that differs and ends with 1; equal profiles with 0")
    func diff() throws {
        let desk = try desk([
            "a": Self.profile(),
            "b": Self.profile(restrictions: "<key>ratingMovies</key><integer>300</integer>"),
        ])
        let result = try desk.run("profile diff a b")
        #expect(result.status == 1)
        #expect(
            result.output == """
                com.example.payload.1 (com.apple.applicationaccess)
                  - ratingMovies = 200
                  + ratingMovies = 300

                """
        )
        #expect(try desk.run("profile diff a a").output.isEmpty)
        #expect(try desk.run("profile diff a a").status == 0)
        #expect(try desk.run("profile diff a nothing").status == 66)
    }

    @Test("an unsigned profile is refused where trust is required, before anything is written")
    func requireTrust() throws {
        let desk = try desk(["a": Self.profile()])
        try Refused("profile install a --require-trust", 77, "permission-denied", hint: true)
            .check(on: desk)
        #expect(try desk.must("profile list").output.isEmpty)
    }

    @Test(
        "a profile that limits ad tracking restricts it, until it goes",
        arguments: ["<true/>", "<string>yes</string>"]
    )
    func tracking(value: String) throws {
        let desk = try desk([
            "a": Self.profile(restrictions: "<key>forceLimitAdTracking</key>\(value)")
        ])
        try desk.must("app install com.example.app --tracking-usage ads")
        #expect(try desk.must("tracking status com.example.app").output == "not-determined\n")
        try desk.must("profile install a")
        #expect(try desk.must("tracking status com.example.app").output == "restricted\n")
        try desk.must("profile remove com.example.kids")
        #expect(try desk.must("tracking status com.example.app").output == "not-determined\n")
    }

    @Test("before the first unlock profiles are unreadable, and none is written over")
    func beforeFirstUnlock() throws {
        let desk = try desk(["a": Self.profile()], passcode: true)
        try desk.must("profile install a")
        try desk.must("reboot")
        for line in ["profile list", "profile install a", "profile remove com.example.kids"] {
            #expect(try desk.run(line).status == 75, "\(line)")
        }
        #expect(
            try desk.run("restrictions check movie --rating G --region us --json")
                .json()["reason"]?.string == "defaults-unreadable"
        )
        try desk.must("unlock --passcode-file passcode")
        #expect(try desk.must("profile list").output.hasPrefix("com.example.kids"))
    }
}
