import Foundation
import Testing

@Suite("The devices of one user")
struct TrustTests {
    @Test("a circle is founded, and says who belongs to it")
    func create() throws {
        let desk = try Desk.with(passcode: true)
        try Refused("trust list", 66, "not-found", hint: true).check(on: desk)
        try Refused("trust invite --listen ./x", 66, "not-found", hint: true).check(on: desk)
        let made = try desk.must("trust create --json").json()
        #expect(made.shape == "{device:{id:string,name:string},version:number}")
        #expect(made["device"]?["name"]?.string == "phone")
        try Refused("trust create", 73, "already-exists", hint: true).check(on: desk)
        try desk.must("trust rename Phone")
        let list = try desk.must("trust list --json").json()
        #expect(
            list.shape
                == "{circle:string,devices:[{addedBy:null,address:null,id:string,name:string,own:bool}],"
                + "pending:bool,removed:[],version:number}"
        )
        let device = try #require(list["devices"]?.array?.first)
        #expect(device["name"]?.string == "Phone")
        #expect(device["id"] == made["device"]?["id"])
        let line = try desk.must("trust list").output
        #expect(line.hasSuffix("  Phone  founder  this device\n"), "\(line)")
        let check = try desk.must("trust check --json").json()
        #expect(
            check.shape
                == "{statements:[{fault:null,number:number,says:string,signer:string}],version:number}"
        )
        #expect(try desk.must("trust check").output.contains(#/is called Phone +counts\n/#))
        try desk.must("trust leave")
        try Refused("trust check", 66, "not-found", hint: true).check(on: desk)
    }

    @Test("names of devices, and devices that are not there, are refused")
    func oddInput() throws {
        let desk = try Desk.with(passcode: true)
        for name in ["", "a\nb", String(repeating: "ä", count: 33)] {
            let made = try desk.run(words: ["trust", "create", "--name", name])
            #expect(made.status == 64, "\(made.talk)")
        }
        try desk.must("trust create --name Phone")
        try Refused("trust remove Desk", 66, "not-found", hint: true).check(on: desk)
        try Refused("trust remove Phone", 64, "invalid-argument", hint: true).check(on: desk)
        try Refused("trust address Phone", 66, "not-found").check(on: desk)
        for address in ["192.0.2.1", "2001:db8::1:1", "a:b", ":"] where address.contains(":") {
            try Refused("trust address Phone \(address)", 64, "invalid-argument").check(on: desk)
        }
        #expect(try desk.run("trust address Phone --forget 192.0.2.1:1").status == 64)
        try desk.must("trust address Phone [2001:db8::1]:7000")
        #expect(try desk.must("trust address Phone").output == "[2001:db8::1]:7000\n")
        try desk.must("trust address Phone ./phone.sock")
        let known = try desk.must("trust address Phone --json").json()
        #expect(known.shape == "{address:string,version:number}")
        #expect(known["address"]?.string?.hasSuffix("/phone.sock") == true)
        try desk.must("trust address Phone --forget")
        #expect(try desk.run("trust address Phone").status == 66)
    }

    @Test("a locked device founds, invites and joins nothing")
    func locked() throws {
        let desk = try Desk.with(passcode: true)
        try desk.must("lock --now")
        let code = "protected-data-unavailable"
        try Refused("trust create", 75, code, hint: true).check(on: desk)
        try desk.must("unlock --passcode-file passcode")
        try desk.must("trust create")
        try desk.must("lock --now")
        for line in ["trust invite --listen ./x", "trust rename x"] {
            try Refused(line, 75, code, hint: true).check(on: desk)
        }
        #expect(try desk.must("trust list").output.contains("this device"))
        try desk.must("reboot")
        try Refused("trust list", 75, code, hint: true).check(on: desk)
    }

    @Test("a code makes two devices each other's", arguments: ["./phone.sock", "127.0.0.1:0"])
    func pairing(address: String) throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create --name Phone")
        let output = try devices.script(
            """
            "$TOOL" trust invite --json --listen \(address) > told & invite=$!; await told
            sed 's/.*"code":"\\([^"]*\\)".*/\\1/' told > code
            address=$(sed 's/.*"address":"\\([^"]*\\)".*/\\1/' told)
            "$TOOL" trust join $address --code-file - --device desk --json < code > out
            ended $invite
            """
        )
        #expect(output == "0\n")
        let told = try devices.desk.text(of: "told").split(separator: "\n")
        let shapes = try told.map { try JSONValue(text: String($0)).shape }
        let paired = "{device:{id:string,name:string},version:number}"
        #expect(shapes == ["{address:string,code:string,version:number}", paired])
        #expect(try JSONValue(text: try devices.desk.text(of: "out")).shape == paired)
        let lists = try ["phone", "desk"].map { device in
            try devices.desk.must("trust list --json --device \(device)").json()
        }
        #expect(lists[0]["circle"] == lists[1]["circle"])
        let names = lists.map { $0["devices"]?.array?.compactMap { $0["name"]?.string } }
        #expect(names == [["Phone", "desk"], ["Phone", "desk"]])
        let known = try devices.desk.must("trust address Phone --device desk").output
        #expect(address.hasPrefix("127") == known.hasPrefix("127.0.0.1:"), "\(known)")
        #expect(!known.hasSuffix(":0\n"))
        #expect(!devices.desk.exists("phone.sock"))
    }

    @Test("a code with a wrong character is refused before anything is sent, and is still good")
    func wrongCharacter() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create")
        let output = try devices.script(
            """
            "$TOOL" trust invite --listen ./phone.sock > code 2> invited & invite=$!; await code
            tr '0-9A-Z' '1-9A-Z0' < code > wrong; cut -c2- code > short
            ends trust join ./phone.sock --code-file wrong --device desk --json
            ends trust join ./nobody.sock --code-file short --device desk
            ends trust join ./phone.sock --code-file missing --device desk
            # Before it is looked for who listens there.
            ends trust join ./nobody.sock --code-file wrong --device desk
            ends trust join ./phone.sock $(cat code) --device desk; grep -c -f code err
            ends trust join ./phone.sock --device desk; cat err
            tr '[:upper:]' '[:lower:]' < code | tr -d '-' > small
            ends trust join ./phone.sock --code-file small --device desk
            ended $invite
            """
        )
        #expect(
            output == """
                64
                64
                66
                64
                64
                0
                64
                protectctl: error: cannot ask for the code: standard input is not a terminal, and no file \
                was given
                protectctl: hint: give --code-file FILE ('-' is standard input)
                0
                0

                """
        )
    }

    @Test("another valid code pairs nobody, and leaves the invitation's as good as it was")
    func otherCode() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create")
        let output = try devices.script(
            """
            "$TOOL" trust invite --listen ./other.sock > other 2> err & await other
            kill -9 $!; wait $! 2> /dev/null
            "$TOOL" trust invite --listen ./phone.sock > code 2> invited & invite=$!; await code
            ends trust join ./phone.sock --code-file other --device desk --json; cat err
            ends trust join ./phone.sock --code-file code --device desk
            ended $invite
            """
        )
        #expect(output.hasPrefix("77\n{\"error\":{\"code\":\"pairing-failed\""), "\(output)")
        #expect(output.hasSuffix("\n0\n0\n"), "\(output)")
    }

    @Test("what is no pairing, and who is silent, leaves the code as good as it was, over TCP, too")
    func garbage() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create")
        let output = try devices.script(
            """
            "$TOOL" trust invite --json --listen 127.0.0.1:0 > told 2> err & invite=$!; await told
            port=$(sed 's/.*127.0.0.1:\\([0-9]*\\)".*/\\1/' told)
            say() { { printf "$1" >&3; head -c 1 <&3 > /dev/null; } 3<> /dev/tcp/127.0.0.1/$port; }
            say '\\0\\0'; say '\\0\\001\\001'; say '\\0\\061%049d'; say '\\0\\100%064d'
            for silent in {4..23}; do eval "exec $silent<> /dev/tcp/127.0.0.1/$port"; done
            sed 's/.*"code":"\\([^"]*\\)".*/\\1/' told > code
            ends trust join 127.0.0.1:$port --code-file code --device desk
            ended $invite
            """
        )
        #expect(output == "0\n0\n")
    }

    @Test("a lock ends an invitation, and nobody is added")
    func lockedMeanwhile() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create")
        let output = try devices.script(
            """
            "$TOOL" trust invite --json --listen ./phone.sock > told 2> err & invite=$!; await told
            "$TOOL" lock --now
            ended $invite
            """
        )
        #expect(output == "75\n")
        #expect(try devices.code() == "protected-data-unavailable")
        let list = try devices.desk.must("trust list --json").json()
        #expect(list["devices"]?.array?.count == 1)
    }

    @Test("an invitation goes through what listens for the device, and an interruption ends it")
    func throughServe() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create --name Phone")
        try Refused("trust invite", 64, "invalid-argument", hint: true).check(on: devices.desk)
        let output = try devices.serving(
            """
            "$TOOL" trust invite > code 2> err & invite=$!; await code
            ends trust invite --json; cp err second
            kill -INT $invite; ended $invite
            ends trust join ./phone.sock --code-file code --device desk --json; cp err joined
            "$TOOL" trust invite > again 2> err & invite=$!; await again
            ends trust join ./phone.sock --code-file again --device desk
            ended $invite
            """
        )
        #expect(output == "73\n130\n77\n0\n0\n")
        #expect(try devices.code(in: "second") == "already-exists")
        #expect(try devices.code(in: "joined") == "pairing-failed")
    }

    @Test("a code goes through a pipe from one device to the other")
    func pipe() throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.must("trust create --name Phone")
        let output = try devices.script(
            """
            "$TOOL" trust invite --listen ./phone.sock 2> err |
                "$TOOL" trust join ./phone.sock --code-file - --device desk > out
            echo "${PIPESTATUS[*]}"; cut -c35- out
            """
        )
        #expect(output == "0 0\nPhone\n")
    }

    @Test("a device that was removed is talked to no longer, and comes back with new keys")
    func removal() throws {
        let devices = try TwoDevices.paired()
        let before = try devices.desk.must("trust list --json").json()
        try devices.desk.must("trust remove Desk")
        let list = try devices.desk.must("trust list --json").json()
        #expect(list["removed"] == .array([before["devices"]?.array?[1]["id"] ?? .null]))
        let output = try devices.serving(
            """
            ends handoff list --device desk; cat err
            ends trust join ./phone.sock --code-file passcode --device desk
            ends trust leave --device desk
            "$TOOL" trust invite > code 2> err & invite=$!; await code
            ends trust join ./phone.sock --code-file code --name Desk --device desk
            ended $invite
            "$TOOL" trust check --device desk
            """
        )
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "0" && lines[1].contains("'Phone' could not be asked"), "\(output)")
        #expect(Array(lines[2...5]) == ["64", "0", "0", "0"], "\(output)")
        #expect(lines.filter { $0.hasSuffix("counts") }.count == 4, "\(output)")
        let after = try devices.desk.must("trust list --json").json()
        #expect(after["devices"]?.array?[1]["id"] != before["devices"]?.array?[1]["id"])
    }

    @Test("devices that a third has added meet by themselves")
    func three() throws {
        let devices = try TwoDevices.paired()
        let desk = devices.desk
        try desk.must("init --kdf interactive --passcode-file passcode --device tab -q")
        try desk.must("unlock --passcode-file passcode --device tab -q")
        try devices.install(on: "tab")
        let output = try devices.serving(
            """
            "$TOOL" trust invite > code 2> err & invite=$!; await code
            ends trust join ./phone.sock --code-file code --name Tab --device tab
            ended $invite
            "$TOOL" handoff serve --listen 127.0.0.1:0 --device desk > place & await place
            ends trust address Desk $(cat place) --device tab
            ends handoff list --device tab; cat err
            "$TOOL" trust list --device desk | cut -c35- | sort
            """
        )
        #expect(
            output == """
                0
                0
                0
                0
                Desk   added by Phone  this device
                Phone  founder         \(desk.path("phone.sock"))
                Tab    added by Phone

                """
        )
    }
}
