import Testing

@Suite("JSON documents have the keys and types of the contract, sorted")
struct DocumentTests {
    private static let statFields =
        "accessed:string,changed:string,class:string,created:string,extendedAttributes:{},"
        + "group:number,inode:string,mode:string,modified:string,owner:number,path:string,"
        + "readableNow:bool,size:SIZE,type:string"

    private static let status =
        "{busy:[],classes:{complete:bool,complete-unless-open:bool,"
        + "complete-until-first-user-authentication:bool,complete-when-user-inactive:bool,"
        + "none:bool},device:string,deviceKey:string,failedAttempts:number,"
        + "graceEndsIn:GRACE,id:string,keySource:string,lockWith:null,memoryLocked:bool,"
        + "onLock:null,onUnlock:null,openHandles:number,passcode:bool,pin:null,"
        + "protectedDataAvailable:bool,retryAfter:null,rollbackPinned:bool,"
        + "settings:{autoLock:null,cipher:string,delays:string,grace:number,"
        + "inactivityReboot:null,kdf:string,maxFailedAttempts:null,userInactiveAfter:null},"
        + "state:string,tpm:null,version:number}"

    private static let report =
        "{scenarios:[{file:string,name:string,passed:bool,steps:[{at:number,expected:{},"
        + "got:{protectedDataAvailable:bool,state:string},index:number,passed:bool,"
        + "state:string,step:string}]}],version:number}"

    /// Commands on a device with `/file` and the empty `/folder`, and what they print.
    private static var shapes: [(line: String, shape: String)] {
        let file = statFields.replacing("SIZE", with: "number")
        let folder = statFields.replacing("SIZE", with: "null")
        return [
            ("status", status.replacing("GRACE", with: "null")),
            ("stat /file", "{\(file),version:number}"),
            ("stat /folder", "{\(folder),version:number}"),
            ("ls", "[{\(file)}]"),
            ("ls /folder", "[]"),
            ("ls -R /", "[{\(file)}]"),
            (
                "fsck",
                "{checked:number,damaged:[],repaired:[],skippedLocked:number,unread:[],version:number}"
            ),
            ("simulate x.yml", report),
        ]
    }

    @Test("every document")
    func shapes() throws {
        let desk = try Desk()
        let made = try desk.must("init --kdf interactive --passcode-file passcode --json")
        #expect(
            try made.json().shape == "{device:string,deviceKey:string,id:string,version:number}"
        )
        #expect(made.talk == "")
        let off = try desk.must("status --json").json()
        #expect(off.shape == Self.status.replacing("GRACE", with: "null"))
        try desk.must("unlock --passcode-file passcode")
        try desk.must("put passcode /file")
        try desk.must("mkdir /folder")
        try desk.text("scenario: x\nsteps:\n- lock: {}\n", in: "x.yml")
        for (line, shape) in Self.shapes {
            let result = try desk.must(line + " --json")
            let document = try result.json()
            #expect(document.shape == shape, "\(line)")
            #expect(result.output == (try document.sortedText()) + "\n", "\(line)")
            #expect(document.object.map { $0["version"] == .number(1) } ?? true, "\(line)")
        }
        try desk.must("lock")
        let locking = try desk.must("status --json").json()
        #expect(locking.shape == Self.status.replacing("GRACE", with: "number"))
        #expect(locking.object?["protectedDataAvailable"] == .bool(false))
        #expect(locking.object?["classes"]?.object?["complete"] == .bool(true))
    }

    @Test("stat tells the truth, in every lock state")
    func stat() throws {
        let desk = try Desk.with(passcode: true)
        try desk.shell("printf 12345 > a; touch -d 2020-01-02T03:04:05.678Z a")
        for (name, protection) in [
            ("A", "complete"), ("unless-open", "complete-unless-open"),
            ("until-first-auth", "complete-until-first-user-authentication"),
            ("NSFileProtectionCompleteWhenUserInactive", "complete-when-user-inactive"),
            ("D", "none"),
        ] {
            try desk.must("put a /a --class \(name)")
            try desk.must("lock --now")
            let stat = try desk.must("stat /a --json").json().object
            let isReadable = try desk.run("cat /a").status == 0
            #expect(stat?["class"] == .string(protection))
            #expect(stat?["readableNow"] == .bool(isReadable), "\(protection)")
            #expect(stat?["size"] == .number(5))
            #expect(stat?["modified"] == .string("2020-01-02T03:04:05.678Z"))
            #expect(stat?["path"] == .string("/a"))
            #expect(stat?["type"] == .string("file"))
            try desk.must("unlock --passcode-file passcode")
        }
    }

    @Test("watch prints one document an event")
    func watch() throws {
        let desk = try Desk.with(passcode: true)
        let result = try desk.shell(
            """
            $TOOL watch --json > events & watcher=$!
            # The watcher is there when it is an agent's client; until then events are lost.
            until [ -s events ]; do
                $TOOL lock --now && $TOOL unlock --passcode-file passcode
            done
            $TOOL lock && $TOOL reboot && $TOOL shutdown
            wait $watcher
            """
        )
        #expect(result.status == 0, "\(result.talk)")
        let lines = try desk.text(of: "events").split(separator: "\n")
        for line in lines {
            let document = try JSONValue(text: String(line))
            #expect(document.shape == "{at:string,event:string,state:string,version:number}")
            #expect(try document.sortedText() == line)
        }
        let events = try lines.map { try JSONValue(text: String($0)).object?["event"]?.string }
        #expect(events.suffix(2) == ["rebooted", "shutdown"])
        #expect(events.contains("will-become-unavailable"))
    }
}
