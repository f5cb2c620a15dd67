import Foundation
import Testing

@Suite("Activities of the user's other devices")
struct HandoffTests {
    private static func plist(_ entries: String) -> String {
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entries)</dict></plist>"
    }

    // MARK: How an offer ends

    @Test("an offer ends when it is withdrawn, interrupted, replaced, too old, or the device locks")
    func endings() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            offer; cp id first; ends handoff continue $(cat first) --device desk --output /none/x
            "$TOOL" handoff withdraw && ended $offer
            ends handoff withdraw --json
            ends handoff continue $(cat first) --device desk --json; cp err withdrawn
            offer; kill -TERM $offer; ended $offer
            "$TOOL" handoff list --device desk | wc -l
            offer; first=$offer; cp id first; offer; ended $first
            "$TOOL" handoff list --device desk | grep -c -f id
            ends handoff continue $(cat first) --device desk
            offer --expires 300ms --json; ended $offer; cp offer.err expired
            offer --json; cp id told; "$TOOL" lock --now; ended $offer; cp offer.err locked
            ends handoff continue $(sed 's/.*"id":"\\([^"]*\\)".*/\\1/' told) --device desk
            """
        )
        #expect(
            output.split(separator: "\n").joined(separator: " ")
                == "66 0 66 75 130 0 0 1 75 75 75 75",
            "\(output)"
        )
        #expect(try devices.code(in: "withdrawn") == "expired")
        #expect(try devices.code(in: "expired") == "expired")
        #expect(try devices.code(in: "locked") == "protected-data-unavailable")
        let told = try JSONValue(text: try devices.desk.text(of: "told"))
        #expect(told.shape == "{at:string,event:string,id:string,version:number}")
        #expect(told["event"]?.string == "offered")
    }

    @Test("what cannot be offered is refused")
    func refusals() throws {
        let devices = try TwoDevices.paired()
        let desk = devices.desk
        let offer = "handoff offer com.example.mail \(TwoDevices.draft)"
        try Refused("\(offer)", 64, "invalid-argument", hint: true).check(on: desk)
        let listening = "\(offer) --listen ./x.sock"
        for page in ["ftp://example.com", "https://", "https://a b", "file:///etc/passwd"] {
            let words = listening.split(separator: " ").map(String.init) + ["--page", page]
            #expect(try desk.run(words: words).status == 64, "\(page)")
        }
        try Refused("handoff offer com.example.x t --listen ./x", 66, "not-found", hint: true)
            .check(on: desk)
        try desk.must("app install com.example.y")
        try Refused(
            "handoff offer com.example.y t --listen ./x",
            64,
            "invalid-argument",
            hint: true
        )
        .check(on: desk)
        for name in ["missing", "run"] {
            #expect(try desk.run("\(listening) --stream \(name)").status != 0, "\(name)")
        }
        try Refused("\(listening) --stream-path /missing", 66, "not-found").check(on: desk)
        try desk.must("lock --now")
        try Refused(listening, 75, "protected-data-unavailable", hint: true).check(on: desk)
        #expect(!desk.exists("x.sock"))
    }

    @Test("user info that cannot be sent is refused")
    func userInfo() throws {
        let devices = try TwoDevices.paired()
        let desk = devices.desk
        let listening = "handoff offer com.example.mail \(TwoDevices.draft) --listen ./x.sock"
        try desk.text(
            Self.plist("<key>a</key><string>\(String(repeating: "a", count: 17_000))</string>"),
            in: "large"
        )
        try Refused("\(listening) --user-info large", 65, "payload-too-large", hint: true)
            .check(on: desk)
        let deep =
            String(repeating: "<array>", count: 20) + String(repeating: "</array>", count: 20)
        try desk.text(Self.plist("<key>a</key>\(deep)"), in: "deep")
        try desk.text("<plist><array/></plist>", in: "array")
        try desk.text(
            Self.plist("<key>a</key><integer>18446744073709551615</integer>"),
            in: "wide"
        )
        try desk.text("no property list", in: "none")
        for name in ["deep", "array", "wide"] {
            try Refused("\(listening) --user-info \(name)", 64, "invalid-argument").check(on: desk)
        }
        try Refused("\(listening) --user-info none", 65, "malformed-payload").check(on: desk)
    }

    // MARK: Who may continue it

    @Test("who has the application continues it, else the browser where there is a page")
    func openers() throws {
        let devices = try TwoDevices.paired()
        let site = #"{"activitycontinuation":{"apps":["T1.com.example.mail"]}}"#
        try devices.desk.text(site, in: "site.json")
        try devices.desk.text("{", in: "malformed.json")
        let output = try devices.serving(
            """
            shows() { "$TOOL" handoff continue $(cat id) --json --device desk "$@" 2> err |
                grep -o '"app":[^,]*\\|"opener":[^,]*' | tr '\\n' ' '; ended $offer; }
            TYPE=com.example.other.thing offer
            "$TOOL" handoff list --json --device desk | grep -o '"opener":"[a-z]*"'
            ends handoff continue $(cat id) --json --device desk; cp err none
            TYPE=com.example.other.thing offer --page https://example.com/a; shows
            browsing=NSUserActivityTypeBrowsingWeb
            TYPE=$browsing offer --page https://example.com/a; shows --site example.com=site.json
            "$TOOL" app install com.example.mail --team T1 --device desk \
                --associated-domain activitycontinuation:example.com
            TYPE=$browsing offer --page https://example.com/a; shows --site example.com=site.json
            TYPE=$browsing offer --page https://example.com/a; shows --site example.com=malformed.json
            grep -c note err
            "$TOOL" app install com.example.mail --team T2 --activity-type \(TwoDevices.draft) --device desk
            offer; ends handoff continue $(cat id) --device desk
            """
        )
        #expect(
            output == """
                "opener":"nothing"
                66
                "app":null "opener":"browser" 0
                "app":null "opener":"browser" 0
                "app":"com.example.mail" "opener":"app" 0
                "app":null "opener":"browser" 0
                2
                66

                """
        )
        #expect(try devices.code(in: "none") == "no-application")
    }

    @Test("a profile that forbids it keeps offers in and out")
    func restricted() throws {
        let devices = try TwoDevices.paired()
        try devices.desk.text(
            """
            <?xml version="1.0"?><plist version="1.0"><dict>
            <key>PayloadType</key><string>Configuration</string><key>PayloadVersion</key><integer>1</integer>
            <key>PayloadIdentifier</key><string>com.example.p</string>
            <key>PayloadUUID</key><string>7B5B4D7A-1F1E-4C69-9A35-3C9A1E3D7E11</string>
            <key>PayloadContent</key><array><dict>
            <key>PayloadType</key><string>com.apple.applicationaccess</string>
            <key>PayloadVersion</key><integer>1</integer>
            <key>PayloadIdentifier</key><string>com.example.p.a</string>
            <key>PayloadUUID</key><string>0B9A0A7A-6E57-4E0C-9B0C-2F9A5D6B7C22</string>
            <key>allowActivityContinuation</key><false/>
            </dict></array></dict></plist>
            """,
            in: "no.mobileconfig"
        )
        let output = try devices.serving(
            """
            offer
            "$TOOL" profile install no.mobileconfig --device desk > out
            ends handoff list --json --device desk; cp err list
            ends handoff continue $(cat id) --device desk
            "$TOOL" profile remove com.example.p --device desk
            ends handoff continue $(cat id) --device desk; ended $offer
            "$TOOL" profile install no.mobileconfig > out
            ends handoff offer \(Desk.mail) \(TwoDevices.draft)
            """
        )
        #expect(output == "77\n77\n0\n0\n77\n")
        #expect(try devices.code(in: "list") == "restricted")
    }

    @Test("before the first unlock nothing is known of offers")
    func beforeFirstUnlock() throws {
        let devices = try TwoDevices.paired()
        try devices.desk.must("reboot --device desk")
        let line = "handoff list --device desk"
        try Refused(line, 75, "protected-data-unavailable", hint: true).check(on: devices.desk)
    }

    // MARK: Streams

    @Test("a file of the device keeps its class, and goes nowhere under a weaker one")
    func devicePaths() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            head -c 300000 /dev/urandom > host
            "$TOOL" put --class complete host /secret; "$TOOL" put --class none host /open
            offer --stream-path /secret
            ends handoff continue $(cat id) --receive-path /weak --class none --device desk --json
            ended $offer; cp err weak
            offer --stream-path /secret
            ends handoff continue $(cat id) --receive-path /secret --device desk; ended $offer
            "$TOOL" stat --json /secret --device desk | grep -o '"class":"[a-z-]*"'
            "$TOOL" cat /secret --device desk | cmp - host
            offer --stream-path /open
            ends handoff continue $(cat id) --receive-path /open --class A --device desk; ended $offer
            "$TOOL" stat --json /open --device desk | grep -o '"class":"[a-z-]*"'
            offer --stream-path /open
            "$TOOL" handoff continue $(cat id) --receive-stream - --device desk | cmp - host
            ended $offer
            """
        )
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.first == "64", "\(output)")
        #expect(
            Array(lines.dropFirst(2))
                == ["0", "0", #""class":"complete""#, "0", "0", #""class":"complete""#, "0"],
            "\(output)"
        )
        #expect(try devices.code(in: "weak") == "invalid-argument")
        #expect(try devices.desk.run("stat /weak --device desk").status == 66)
    }

    @Test("an offer with a stream stays until its stream has a place to go to")
    func noPlace() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            head -c 3000 /dev/urandom > host; "$TOOL" put host /there --device desk
            offer --stream host
            ends handoff continue $(cat id) --device desk
            ends handoff continue $(cat id) --receive-path /missing/host --device desk
            ends handoff continue $(cat id) --receive-path /there --device desk
            ends handoff continue $(cat id) --output - --receive-stream - --device desk
            ends handoff continue $(cat id) --receive-stream /dev/null --device desk; ended $offer
            """
        )
        #expect(output == "64\n66\n73\n64\n0\n0\n")
    }

    @Test("an offer without a stream is left as it is by who wants one")
    func noStream() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            offer
            ends handoff continue $(cat id) --receive-stream got --device desk --json; cp err none
            ends handoff continue $(cat id) --output /missing/got --device desk
            ends handoff continue $(cat id) --output run --device desk
            ends handoff continue $(cat id) --device desk; ended $offer
            """
        )
        #expect(output == "64\n66\n64\n0\n0\n")
        #expect(try devices.code(in: "none") == "invalid-argument")
        #expect(!devices.desk.exists("got"))
    }

    @Test(
        "whoever is killed in the middle of a stream, the other side hears it and keeps nothing half",
        arguments: ["offer", "continue", "serve"]
    )
    func killed(side: String) throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            mkfifo attachment; exec 8<> attachment
            "$TOOL" handoff offer \(Desk.mail) \(TwoDevices.draft) --stream attachment > id 2> offer.err & offer=$!
            await id
            "$TOOL" handoff continue $(cat id) --receive-stream got --device desk > out 2> err & continue=$!
            # More than a pipe holds: when it is written, most of it is on its way.
            head -c 400000 /dev/zero >&8
            kill -9 $\(side); wait $\(side) 2> /dev/null
            [ \(side) = continue ] || { ended $continue; exec 8>&-; }
            [ \(side) != continue ] || { head -c 4000000 /dev/zero >&8 & ended $offer; }
            ls -a | grep -c 'got'; grep -c 'opened by' out
            # Both go on as before.
            [ \(side) != serve ] || { rm address
                "$TOOL" handoff serve --listen ./phone.sock > address & await address; }
            kill $offer 2> /dev/null; offer; ends handoff continue $(cat id) --device desk; ended $offer
            """
        )
        let talk = try devices.desk.text(of: "err")
        #expect(output == "74\n0\n1\n0\n0\n", "\(side): \(output) \(talk)")
    }

    // MARK: Listening

    @Test("what comes from outside withdraws nothing, and what is no session is nobody's business")
    func outside() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.script(
            """
            "$TOOL" handoff serve --listen 127.0.0.1:0 --json > address & serve=$!; await address
            port=$(sed 's/.*127.0.0.1:\\([0-9]*\\)".*/\\1/' address)
            "$TOOL" handoff offer \(Desk.mail) \(TwoDevices.draft) > id 2> err & offer=$!; await id
            say() { { printf "$1" >&3; head -c 3 <&3 > answer; } 3<> /dev/tcp/127.0.0.1/$port; }
            say '\\0\\001\\001'; say '\\0\\001\\002'; say '\\0\\0'; say '\\0\\100%064d'; say '\\377\\377' &
            "$TOOL" trust address Phone 127.0.0.1:$port --device desk
            ends handoff continue $(cat id) --device desk; ended $offer
            kill -INT $serve; ended $serve
            """
        )
        #expect(output == "0\n0\n130\n")
    }

    @Test("one process listens for a device, and takes the place of one that was killed")
    func oneListener() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            ends handoff serve --listen ./other.sock --json; cp err second
            ends handoff serve --listen ./phone.sock
            kill -9 $serve; wait $serve 2> /dev/null
            "$TOOL" handoff serve --listen ./phone.sock > again & serve=$!; await again
            ends handoff list --device desk; cat err
            "$TOOL" lock --now; ends handoff list --device desk; cat err
            "$TOOL" shutdown; ended $serve; ls *.sock 2> /dev/null
            touch file; ends handoff serve --listen ./file
            ends handoff serve --listen ./missing/file; ends handoff serve --listen localhost:1
            ends handoff serve
            """
        )
        #expect(output == "73\n73\n0\n0\n0\n73\n66\n64\n64\n")
        #expect(try devices.code(in: "second") == "already-exists")
        #expect(!devices.desk.exists("other.sock"))
    }

    @Test("the device that offers may ask others, and its offer stays")
    func both() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            "$TOOL" handoff serve --listen ./desk.sock --device desk > place & await place
            "$TOOL" trust address Desk ./desk.sock
            offer; ends handoff list; cat err
            "$TOOL" handoff list --device desk | grep -c -f id
            """
        )
        #expect(output == "0\n1\n")
    }

    @Test("a watch tells what is offered and gone, also what other processes hear")
    func watch() throws {
        let devices = try TwoDevices.paired()
        let output = try devices.serving(
            """
            "$TOOL" handoff serve --listen ./desk.sock --device desk > place & await place
            "$TOOL" trust address Desk ./desk.sock
            "$TOOL" handoff watch --every 1h --json --device desk > told & watch=$!
            "$TOOL" handoff watch --every 100ms --device desk > asked &
            offer; await told '"offered"'; await asked offered
            "$TOOL" handoff withdraw; await told '"gone"'; await asked gone
            "$TOOL" shutdown --device desk; ended $watch
            """
        )
        #expect(output.hasSuffix("0\n"), "\(output)")
        let lines = try devices.desk.text(of: "told").split(separator: "\n")
        let offer =
            "{app:string,device:{id:string,name:string},expires:string,id:string,opener:string,"
            + "others:number,streams:bool}"
        for line in lines {
            let document = try JSONValue(text: String(line))
            #expect(document.shape == "{at:string,event:string,offer:\(offer),version:number}")
        }
        #expect(lines.count == 2)
    }

    // MARK: Checking

    @Test("user info is checked for its size, its types, and secrets by the vocabulary")
    func check() throws {
        let desk = try Desk()
        try desk.text(
            Self.plist(
                """
                <key>password</key><string>rosebud</string>
                <key>email</key><string>ann@example.com</string>
                <key>n</key><integer>1</integer><key>d</key><data>AAEC</data>
                """
            ),
            in: "secret.plist"
        )
        let run = try desk.run("handoff check secret.plist --json")
        #expect(run.status == 1)
        let report = try run.json()
        #expect(
            report.shape
                == "{bytes:number,findings:[{column:number,level:string,line:number,message:string,"
                + "rule:string}],keys:{d:string,email:string,n:string,password:string},limit:number,"
                + "path:string,version:number}"
        )
        #expect(report["keys"]?["d"]?.string == "data")
        let levels = report["findings"]?.array?.map { $0["level"]?.string }
        #expect(levels == ["error", "warning"])
        #expect(!run.output.contains("rosebud"))
        let prose = try desk.run("handoff check secret.plist").output
        #expect(prose.contains("  1:49: error: 'password'"), "\(prose)")
        let text = "<key>a</key><string>\(String(repeating: "a", count: 3_072))</string>"
        let large = try desk.run("handoff check -", input: Self.plist(text))
        #expect(large.status == 0 && large.output.contains("warning: user info has 3087 bytes"))
        let plain = try desk.must("handoff check -", input: Self.plist("")).output
        #expect(plain == "-: 5 of 16384 bytes\n  nothing to report\n")
        try Refused("handoff check missing", 66, "not-found").check(on: desk)
        try desk.text("no property list", in: "none")
        try Refused("handoff check none", 65, "malformed-payload").check(on: desk)
    }
}
