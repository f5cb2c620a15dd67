import Testing

@Suite("Tracking from the command line")
struct TrackingTests {
    private func desk(_ options: String = "") throws -> Desk {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a --tracking-usage why")
        if !options.isEmpty { try desk.must("id settings \(options)") }
        return desk
    }

    private func status(_ desk: Desk) throws -> String {
        try desk.must("tracking status com.example.a").output
    }

    @Test("a request waits for its answer, and says how to give it")
    func request() throws {
        let desk = try desk()
        #expect(try status(desk) == "not-determined\n")
        let request = try desk.must("tracking request com.example.a")
        #expect(request.output == "not-determined\n")
        #expect(request.talk.contains("'protectctl tracking answer com.example.a authorized'"))
        #expect(try desk.must("tracking request com.example.a --quiet").talk.isEmpty)
        let zero = try desk.must("id advertising com.example.a")
        #expect(zero.output == IdentifierTests.zero)
        #expect(zero.talk.contains("the user was not asked, or has not answered"))
        try desk.must("tracking answer com.example.a authorized")
        #expect(try status(desk) == "authorized\n")
        let real = try desk.must("id advertising com.example.a")
        #expect(real.output != IdentifierTests.zero)
        #expect(real.talk.isEmpty)
        let again = try desk.must("tracking request com.example.a")
        #expect(again.output == "authorized\n" && again.talk.isEmpty)
        try desk.must("tracking answer com.example.a denied")
        let denied = try desk.must("id advertising com.example.a")
        #expect(denied.output == IdentifierTests.zero && denied.talk.contains("said no"))
    }

    @Test("--stop-tracking takes back what was authorized, also where requests are off already")
    func revokedLater() throws {
        let desk = try desk()
        try desk.must("tracking request com.example.a")
        try desk.must("tracking answer com.example.a authorized")
        try desk.must("tracking requests off")
        #expect(try status(desk) == "authorized\n")
        try desk.must("tracking requests off --stop-tracking")
        #expect(try status(desk) == "denied\n")
    }

    @Test("the advertising identifier is one for all, until it is reset")
    func reset() throws {
        let desk = try desk()
        try desk.must("app install com.other.b --tracking-usage why")
        for name in ["com.example.a", "com.other.b"] {
            try desk.must("tracking request \(name)")
            try desk.must("tracking answer \(name) authorized")
        }
        let first = try desk.must("id advertising com.example.a").output
        #expect(try desk.must("id advertising com.other.b").output == first)
        try desk.must("id reset-advertising")
        let second = try desk.must("id advertising com.example.a").output
        try desk.must("tracking requests off")
        #expect(try desk.must("id advertising com.example.a").output == second)
        try desk.must("tracking requests on")
        let third = try desk.must("id advertising com.example.a").output
        #expect(Set([first, second, third, IdentifierTests.zero]).count == 4)
    }

    @Test("an application that is not active gets no prompt and has used none up")
    func inactive() throws {
        let desk = try desk()
        let request = try desk.must("tracking request com.example.a --inactive")
        #expect(request.output == "not-determined\n")
        #expect(request.talk.contains("is not active"))
        let document = try desk.must("tracking request com.example.a --inactive --json").json()
        #expect(document["prompting"] == .bool(false))
        try Refused("tracking answer com.example.a authorized", 64, "invalid-argument")
            .check(on: desk)
        let active = try desk.must("tracking request com.example.a --json").json()
        #expect(active["prompting"] == .bool(true))
    }

    @Test("without a usage text there is no request")
    func noUsage() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("app install com.example.a")
        try Refused("tracking request com.example.a", 64, "invalid-argument").check(on: desk)
        #expect(try status(desk) == "not-determined\n")
    }

    @Test("while requests are off the answer is no, and nobody can say yes")
    func requestsOff() throws {
        let desk = try desk()
        #expect(try desk.must("tracking requests").output == "on\n")
        try desk.must("tracking requests off")
        #expect(try desk.must("tracking requests").output == "off\n")
        #expect(try desk.must("tracking request com.example.a").output == "denied\n")
        try Refused("tracking answer com.example.a authorized", 77, "permission-denied")
            .check(on: desk)
        #expect(try status(desk) == "denied\n")
    }

    @Test("going off, --stop-tracking takes back what was authorized")
    func stopTracking() throws {
        let desk = try desk()
        try desk.must("tracking request com.example.a")
        try desk.must("tracking answer com.example.a authorized")
        try desk.must("tracking requests off --stop-tracking")
        #expect(try status(desk) == "denied\n")
    }

    @Test(
        "an account that may not decide is restricted, and no switch moves",
        arguments: ["child", "under-18", "managed", "new"]
    )
    func restricted(account: String) throws {
        let desk = try desk("--account \(account)")
        #expect(try status(desk) == "restricted\n")
        #expect(try desk.must("tracking request com.example.a").output == "restricted\n")
        for line in ["answer com.example.a authorized", "requests off"] {
            try Refused("tracking \(line)", 77, "permission-denied").check(on: desk)
        }
        let reading = try desk.must("id advertising com.example.a --json").json()
        #expect(reading["zeroReason"]?.string == "restricted")
    }

    @Test(
        "on other platforms the advertising identifier is zero whatever the status",
        arguments: [
            ("simulator", "authorized"), ("visionos", "authorized"), ("macos", "authorized"),
        ]
    )
    func platforms(platform: String, word: String) throws {
        let desk = try desk()
        try desk.must("tracking request com.example.a")
        try desk.must("tracking answer com.example.a authorized")
        try desk.must("id settings --platform \(platform)")
        #expect(try status(desk) == word + "\n")
        let reading = try desk.must("id advertising com.example.a --json").json()
        #expect(reading["zeroReason"]?.string == platform)
    }
}
