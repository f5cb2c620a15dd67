import Foundation
import Testing

/// Two processes of two devices, with an agent each: what a user types, from two devices that do not know each other to a
/// mail draft that has changed hands with its attachment.
@Suite("A mail draft goes from the phone to the desk, with 10 MB")
struct HandoverTranscriptTests {
    private static let draft = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>to</key><array><string>ann@example.com</string></array>
        <key>cursor</key><integer>12</integer>
        <key>ratio</key><real>3.0</real>
        <key>urgent</key><true/>
        <key>begun</key><date>2026-01-02T03:04:05Z</date>
        <key>thread</key><data>AAEC</data>
        </dict></plist>
        """

    private static func transcript(_ address: String) -> String {
        """
        # The phone founds a circle and listens; the desk joins with a code.
        "$TOOL" trust create --name Phone --device phone > out
        "$TOOL" handoff serve --listen \(address) --device phone > address & await address
        "$TOOL" trust invite --device phone > code 2> err & invite=$!; await code
        ends trust join $(cat address) --code-file code --name Desk --device desk
        ended $invite
        for device in phone desk; do
            ends app install com.example.mail --team T1 --activity-type com.example.mail.draft \
                --device $device
        done

        # A draft with an attachment becomes current on the phone.
        head -c 10000000 /dev/urandom > attachment
        "$TOOL" handoff offer com.example.mail com.example.mail.draft --title 'Re: lunch' \
            --user-info draft.plist --stream attachment --device phone > id 2> err & offer=$!
        await id
        "$TOOL" handoff list --device desk | cut -d' ' -f 3-7

        # The locked desk knows that there is something, and cannot open it.
        "$TOOL" lock --now --device desk
        "$TOOL" handoff list --device desk | cut -d' ' -f 3-7
        ends handoff continue $(cat id) --output got.plist --receive-stream got --json --device desk
        cp err locked; ls got got.plist 2> /dev/null

        # After the unlock it goes on there.
        "$TOOL" unlock --passcode-file passcode --device desk
        "$TOOL" handoff continue $(cat id) --output got.plist --receive-stream got --device desk
        echo "$?"
        ended $offer
        cmp attachment got && stat -c '%s %a' got
        ends handoff continue $(cat id) --receive-stream again.file --device desk --json; cp err again
        "$TOOL" handoff list --device desk
        """
    }

    @Test(
        "over a Unix socket and over TCP, byte for byte",
        arguments: ["./phone.sock", "127.0.0.1:0", "[::1]:0"]
    )
    func handover(address: String) throws {
        let devices = try TwoDevices.strangers()
        try devices.desk.text(Self.draft, in: "draft.plist")
        let output = try devices.script(Self.transcript(address))
        #expect(
            output == """
                0
                0
                0
                0
                Phone  com.example.mail  until
                Phone  com.example.mail  until
                75
                device     Phone
                opened by  com.example.mail
                type       com.example.mail.draft
                title      Re: lunch
                · begun    2026-01-02T03:04:05.000Z
                · cursor   12
                · ratio    3.0
                · thread   000102
                · to       ["ann@example.com"]
                · urgent   true
                0
                0
                10000000 600
                73

                """
        )
        #expect(try devices.code(in: "locked") == "protected-data-unavailable")
        #expect(try devices.code(in: "again") == "already-exists")
        // What arrives says the same as what was sent.
        let sent = try devices.desk.must("handoff check draft.plist --json").json()
        let arrived = try devices.desk.must("handoff check got.plist --json").json()
        for key in ["bytes", "keys"] { #expect(sent[key] == arrived[key]) }
    }
}
