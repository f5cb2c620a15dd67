import Foundation
import Testing

/// A desk with two unlocked devices, `phone` and `desk`, each with an agent of its own.
///
/// Scripts have what follows here; where they end, what they have started ends, too.
struct TwoDevices {
    let desk: Desk

    /// What every script can call.
    private static let prelude = """
        trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT
        # Waits for the first bytes of a file, or for a line in it.
        await() { for i in $(seq 400); do [ -z "${2-}" ] && [ -s "$1" ] && return
            [ -n "${2-}" ] && grep -q -- "$2" "$1" && return; sleep 0.05; done; echo "no $*"; exit 9; }
        # Says how a command ended; what it has printed goes to a file.
        ends() { "$TOOL" "$@" > out 2> err; echo "$?"; }
        # The same of what was started before.
        ended() { wait $1; echo "$?"; }

        """

    private init(_ desk: Desk) { self.desk = desk }

    /// Two devices that have not met.
    static func strangers() throws -> TwoDevices {
        let desk = try Desk()
        for device in ["phone", "desk"] {
            try desk.must("init --kdf interactive --passcode-file passcode --device \(device) -q")
            try desk.must("unlock --passcode-file passcode --device \(device) -q")
        }
        return TwoDevices(desk)
    }

    /// Two devices of one circle, with a mail application on both; the phone is to listen at `phone.sock`.
    static func paired() throws -> TwoDevices {
        let devices = try strangers()
        try devices.desk.must("trust create --name Phone")
        let output = try devices.script(
            """
            "$TOOL" trust invite --listen ./phone.sock > code 2> err & invite=$!; await code
            ends trust join ./phone.sock --code-file code --name Desk --device desk
            ended $invite
            # So that nobody who awaits the next code takes this for it.
            rm code
            """
        )
        try #require(output == "0\n0\n", "\(output)")
        for device in ["phone", "desk"] { try devices.install(on: device) }
        return devices
    }

    /// Installs the mail application, which continues drafts.
    func install(on device: String) throws {
        try desk.must(
            "app install \(Desk.mail) --team T1 --activity-type \(Self.draft) --device \(device)"
        )
    }

    /// What the mail application continues.
    static let draft = "com.example.mail.draft"

    /// What a script prints, and what goes wrong with it.
    func script(
        _ lines: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let run = try desk.shell(Self.prelude + lines)
        #expect(run.status == 0, "\(run.output) \(run.talk)", sourceLocation: location)
        return run.output
    }

    /// A script in which the phone listens at `phone.sock`, and `offer` offers a draft there.
    ///
    /// `offer` waits until the offer is there; its process is `$offer`, its name in the file `id`.
    func serving(
        _ lines: String,
        at location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let start = """
            rm -f address
            "$TOOL" handoff serve --listen ./phone.sock > address & serve=$!; await address
            offer() { rm -f id
                "$TOOL" handoff offer \(Desk.mail) "${TYPE-\(Self.draft)}" "$@" > id 2> offer.err & offer=$!
                await id; }

            """
        return try script(start + lines, at: location)
    }

    /// The code of the last error, where a command was told to print JSON.
    func code(in file: String = "err") throws -> String? {
        let line = try #require(try desk.text(of: file).split(separator: "\n").last)
        return try JSONValue(text: String(line))["error"]?["code"]?.string
    }
}
