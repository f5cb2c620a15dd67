import Foundation
import Testing

@Suite("Watching notifications from the command line")
struct NotifyWatchTests {
    private let mail = Desk.mail

    /// What a watch prints while a script runs, from when it is there to see.
    private func watch(_ desk: Desk, _ script: String) throws -> [JSONValue] {
        let told = try desk.shell(
            """
            await() { for i in $(seq 200); do grep -q "$1" told && return; sleep 0.05; done; }
            "$TOOL" notify watch --json > told & watch=$!
            for i in $(seq 200); do
                "$TOOL" notify add \(mail) --id start$i --title start
                for j in 1 2 3 4 5; do [ -s told ] && break 2; sleep 0.05; done
            done
            \(script)
            "$TOOL" shutdown; wait $watch; echo "status $?"; grep -v start told
            """
        )
        var lines = told.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "status 0", "\(told.talk)")
        lines.removeFirst()
        return try lines.map { try JSONValue(text: $0) }
    }

    private func told(_ lines: [JSONValue]) -> [String] {
        lines.map { line in
            "\(line["event"]?.string ?? "?") \(line["identifier"]?.string ?? "?")"
        }
    }

    @Test("what comes, goes and is done with it is told in order")
    func events() throws {
        let desk = try Desk.notified()
        let lines = try watch(
            desk,
            """
            "$TOOL" notify add \(mail) --id a --title Ann --body hello; await '"a"'
            "$TOOL" notify add \(mail) --id a --title Ann --body again; await again
            "$TOOL" notify respond \(mail) a; await '"removed".*"a"'
            "$TOOL" app install com.example.other
            "$TOOL" notify authorize com.example.other --provisional > out
            "$TOOL" notify add com.example.other --id b --title new; await '"b"'
            "$TOOL" app uninstall com.example.other; await '"removed".*"b"'
            "$TOOL" notify add \(mail) --id c --title due --in 1s; await '"c"'
            """
        )
        #expect(
            told(lines) == [
                "delivered a", "delivered a", "responded a", "removed a", "delivered b",
                "removed b", "delivered c",
            ]
        )
        #expect(lines.first?["body"]?.string == "hello")
        #expect(
            lines.first?.shape
                == "{action:null,app:string,at:string,body:string,event:string,hidden:bool,"
                + "identifier:string,subtitle:null,title:string,version:number}"
        )
        #expect(lines[2]["action"]?.string == "com.apple.UNNotificationDefaultActionIdentifier")
    }

    @Test("what may not show is not told, and what came before the first unlock is told after it")
    func hidden() throws {
        let desk = try Desk.notified()
        try desk.text(#"{"aps":{"alert":"rosebud"}}"#, in: "p.json")
        let lines = try watch(
            desk,
            """
            "$TOOL" lock --now
            "$TOOL" notify push \(mail) p.json --collapse-id a > out; await '"a"'
            "$TOOL" reboot
            "$TOOL" notify push \(mail) p.json --collapse-id b > out
            "$TOOL" unlock --passcode-file passcode; await '"b"'
            """
        )
        #expect(told(lines) == ["delivered a", "delivered b"])
        #expect(lines.first?["body"]?.string == "Notification")
        #expect(lines.first?["hidden"] == .bool(true))
        #expect(lines.last?["body"]?.string == "rosebud")
    }

    @Test("what is opened at the unlock, where it was, is no second delivery")
    func openedInPlace() throws {
        let desk = try Desk.notified()
        try desk.text(#"{"title":"Bob","body":"rosebud"}"#, in: "c.json")
        let sealed = try desk.shell(
            """
            "$TOOL" notify register \(mail) --class A > r.json &&
                "$TOOL" notify seal r.json --class A c.json > p.json
            """
        )
        try #require(sealed.status == 0, "\(sealed)")
        let lines = try watch(
            desk,
            """
            "$TOOL" lock --now
            "$TOOL" notify push \(mail) p.json --collapse-id a > out; await '"a"'
            "$TOOL" notify respond \(mail) a 2> out; await responded
            "$TOOL" unlock --passcode-file passcode; await '"removed".*"a"'
            "$TOOL" notify add \(mail) --id c --title c; await '"c"'
            """
        )
        #expect(told(lines) == ["delivered a", "responded a", "removed a", "delivered c"])
    }

    @Test("a watch of a device that is off boots it, unless that is forbidden")
    func off() throws {
        let desk = try Desk.notified()
        try desk.must("shutdown")
        try Refused("notify watch --no-boot", 75, "device-off", hint: true).check(on: desk)
    }

    @Test("a watch whose output cannot be written ends with an error")
    func full() throws {
        let desk = try Desk.notified(passcode: false)
        let told = try desk.shell(
            """
            "$TOOL" notify watch > /dev/full & watch=$!
            for i in $(seq 200); do
                "$TOOL" notify add \(mail) --id n$i --title T
                kill -0 $watch 2>/dev/null || break
                sleep 0.02
            done
            wait $watch; echo "status $?"
            """
        )
        #expect(told.output == "status 74\n")
    }
}
