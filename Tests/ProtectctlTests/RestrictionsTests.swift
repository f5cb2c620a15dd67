import Testing

@Suite("Content restrictions from the command line")
struct RestrictionsTests {
    private static let movies = "com.apple.content-rating.MovieRating"

    private func desk(_ limits: [String]) throws -> Desk {
        let desk = try Desk.with(passcode: false)
        for limit in limits { try desk.must("defaults write \(limit)") }
        return desk
    }

    @Test(
        "an item is allowed, refused, or left to one's own policy, in one sentence with the numbers",
        arguments: [
            (
                "movie --rating PG-13 --region us", 0,
                "allowed: PG-13 is 300, the limit is 300 (global)"
            ),
            ("movie --rating R --region us", 1, "refused: R is 400, the limit is 300 (global)"),
            ("movie --rating 12A --region gb", 1, "refused: 12A is 325, the limit is 300 (global)"),
            (
                "movie --rating nope --region us", 1,
                "no information, so refused: the rating is unknown in that region"
            ),
            (
                "movie --rating nope --region us --if-unset allow", 0,
                "no information, so allowed: the rating is unknown in that region"
            ),
            (
                "movie --rating PG", 1,
                "no information, so refused: the rating says nothing without its region"
            ),
            (
                "movie --rating PG --region qq", 1,
                "no information, so refused: the region is unknown"
            ),
            ("tv --rating TV-MA --region us", 1, "no information, so refused: no limit is set"),
            (
                "app --rating 17+", 1,
                "refused: nothing is allowed, the limit is 0 (global)"
            ),
            ("music --explicit", 1, "refused: explicit items are not allowed (global)"),
            (
                "music --no-explicit", 0,
                "allowed: it is not marked as explicit; explicit items are not allowed (global)"
            ),
        ]
    )
    func decisions(item: String, status: Int32, sentence: String) throws {
        let desk = try desk([
            "-g \(Self.movies) 300 -int", "-g com.apple.content-rating.AppRating 0 -int",
            "-g com.apple.content-rating.ExplicitMusicPodcastsAllowed no -bool",
        ])
        let result = try desk.run("restrictions check \(item)")
        #expect(result.status == status)
        #expect(result.output == sentence + "\n")
        #expect(try desk.run("restrictions check \(item) --json").status == status)
    }

    @Test("the JSON document has every key of the contract")
    func document() throws {
        let desk = try desk(["-g \(Self.movies) 200 -int"])
        let result = try desk.run("restrictions check movie --rating R --region us --json")
        #expect(
            result.output == """
                {"decision":"deny","kind":"movie","limit":200,"limitFrom":"global","notes":[],\
                "rating":{"label":"R","region":"us","system":"mpaa","value":400},"reason":null,"version":1}

                """
        )
        let unset = try desk.run("restrictions check tv --json").json()
        #expect(unset["decision"]?.string == "own-policy")
        #expect(unset["reason"]?.string == "limit-absent")
        for key in ["limit", "limitFrom", "rating"] { #expect(unset[key] == .null, "\(key)") }
    }

    @Test(
        "a limit that cannot be used is not permission, and is named by its reason",
        arguments: [
            ("-string 300", "limit-wrong-type"), ("-bool yes", "limit-wrong-type"),
            ("-float nan", "limit-not-finite"), ("-float inf", "limit-not-finite"),
            ("-int 1001", "limit-out-of-range"), ("-int -1", "limit-out-of-range"),
            ("-data 00", "limit-wrong-type"),
        ]
    )
    func unusable(value: String, reason: String) throws {
        let desk = try desk(["-g \(Self.movies) \(value)"])
        let line = "restrictions check movie --rating G --region us --json"
        let result = try desk.run(line)
        #expect(result.status == 1)
        #expect(try result.json()["reason"]?.string == reason)
        #expect(try desk.run(line + " --if-unset allow").status == 0)
    }

    @Test("--lenient reads numbers from strings")
    func lenient() throws {
        let desk = try desk(["-g \(Self.movies) 300"])
        let line = "restrictions check movie --rating R --region us"
        #expect(try desk.run(line).output.contains("wrong type"))
        #expect(try desk.run(line + " --lenient").output.contains("R is 400, the limit is 300"))
    }

    @Test("an application's own limit comes before the global one, where it is asked for")
    func domain() throws {
        let desk = try desk([
            "-g \(Self.movies) 100 -int", "com.example.player \(Self.movies) 500 -int",
        ])
        let line = "restrictions check movie --rating R --region us"
        #expect(try desk.run(line).status == 1)
        #expect(try desk.run(line + " --domain com.example.player").status == 0)
    }

    @Test("before the first unlock the limits are unreadable, which is not permission")
    func beforeFirstUnlock() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("defaults write -g \(Self.movies) 1000 -int")
        try desk.must("reboot")
        let result = try desk.run("restrictions check movie --rating G --region us --json")
        #expect(result.status == 1)
        #expect(try result.json()["reason"]?.string == "defaults-unreadable")
        try Refused("restrictions show", 75, "defaults-unreadable", hint: true).check(on: desk)
    }

    @Test("show tells where each limit is from")
    func show() throws {
        let desk = try desk(["-g \(Self.movies) 300 -int"])
        let lines = try desk.must("restrictions show").output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first?.hasSuffix("300      global") == true)
        let document = try desk.must("restrictions show --json").json()
        #expect(document["restrictions"]?.array?.first?["from"]?.string == "global")
    }

    @Test("the tables need no device, and an unknown region lists the known ones")
    func regions() throws {
        let desk = try Desk()
        #expect(try desk.must("restrictions regions").output.hasPrefix("code  region"))
        #expect(try desk.must("restrictions regions us").output.contains("  300  PG-13\n"))
        #expect(try desk.must("restrictions regions UK").output.hasPrefix("United Kingdom"))
        #expect(try desk.must("restrictions regions apps").output.contains("618  18+"))
        let document = try desk.must("restrictions regions de --json").json()
        #expect(document["systems"]?.array?.isEmpty == false)
        try Refused("restrictions regions qq", 66, "not-found", hint: true).check(on: desk)
    }

    @Test(
        "what is not a kind or an option is refused",
        arguments: ["film", "", "movie --if-unset maybe"]
    )
    func usage(words: String) throws {
        let desk = try Desk.with(passcode: false)
        #expect(try desk.run("restrictions check \(words)").status == 64)
    }
}
