import Foundation
import Testing

@Suite("The keychain from the command line")
struct KeychainTests {
    private let ann = "--app com.example.mail --service tokens --account ann"

    @Test("a secret goes in by a file or standard input, and comes out byte for byte")
    func secrets() throws {
        let desk = try Desk.with(passcode: false)
        try desk.text("se\ncret", in: "secret")
        try desk.must("keychain add \(ann) secret")
        #expect(try desk.must("keychain get \(ann)").output == "se\ncret")
        let again = try desk.run("keychain add \(ann) secret")
        #expect(again.status == 73)
        #expect(again.talk.contains("hint: --update"))
        #expect(!again.talk.contains("cret\""))
        try desk.text("other", in: "other")
        try desk.must("keychain add \(ann) --update other")
        #expect(try desk.must("keychain get \(ann)").output == "other")
        try desk.must("keychain remove \(ann)")
        let missing = try desk.run("keychain get \(ann)")
        #expect(missing.status == 66)
        #expect(missing.talk.contains("hint: 'protectctl keychain list'"))
        #expect(try desk.run("keychain remove \(ann)").status == 66)
        try desk.must("keychain add \(ann) --update secret")
        #expect(try desk.must("keychain get \(ann)").output == "se\ncret")
    }

    @Test("a list has no secrets, and of what is locked little else")
    func list() throws {
        let desk = try Desk.with(passcode: true)
        #expect(try desk.must("keychain list").output.isEmpty)
        #expect(try desk.must("keychain list --json").output == "[]\n")
        try desk.text("secret", in: "secret")

        try desk.must("keychain add \(ann) secret")
        try desk.must(
            "keychain add --group shared --server example.com --accessible after-first-unlock secret"
        )
        #expect(
            try desk.must("keychain list").output == """
                generic-password   when-unlocked       com.example.mail  tokens       ann
                internet-password  after-first-unlock  shared            example.com

                """
        )
        try desk.must("lock --now")
        let lines = try desk.must("keychain list").output.split(separator: "\n")
        #expect(lines.first?.contains("(locked)") == true)
        #expect(lines.first?.contains("ann") == false)
        let json = try #require(try desk.must("keychain list --json").json().array)
        #expect(
            json.map(\.shape) == [
                "{accessible:string,account:null,asks:null,class:string,group:null,label:null,"
                    + "modified:null,readableNow:bool,server:null,service:null,synchronizable:null}",
                "{accessible:string,account:string,asks:bool,class:string,group:string,label:null,"
                    + "modified:string,readableNow:bool,server:string,service:null,"
                    + "synchronizable:bool}",
            ]
        )
    }

    @Test("what is locked is told apart from what does not exist, and can be removed")
    func locked() throws {
        let desk = try Desk.with(passcode: true)
        try desk.text("secret", in: "secret")

        try desk.must("keychain add \(ann) secret")
        try desk.must("lock --now")
        #expect(try desk.run("keychain get \(ann)").status == 75)
        #expect(try desk.run("keychain add \(ann) secret").status == 75)
        #expect(
            try desk.run("keychain get --app com.example.mail --service tokens --account bob")
                .status
                == 66
        )
        try desk.must("keychain remove \(ann)")
    }

    @Test("what lives with the passcode goes with it")
    func passcode() throws {
        let desk = try Desk.with(passcode: true)
        try desk.text("secret", in: "secret")

        let bound = "--accessible when-passcode-set-this-device-only"
        try desk.must("keychain add \(ann) \(bound) secret")
        try desk.must("passcode remove --passcode-file passcode")
        #expect(try desk.must("keychain list").output.isEmpty)
        #expect(try desk.run("keychain add \(ann) \(bound) secret").status == 64)
        try desk.must("passcode set --passcode-file passcode")
        #expect(try desk.run("keychain get \(ann)").status == 66)
    }

    @Test("standard input is a secret, too, up to a mebibyte, and nothing is one as well")
    func standardInput() throws {
        let desk = try Desk.with(passcode: false)
        try desk.must("keychain add \(ann) -", input: "typed\n")
        #expect(try desk.must("keychain get \(ann)").output == "typed\n")
        try desk.must("keychain add \(ann) --update -", input: "")
        #expect(try desk.must("keychain get \(ann)").output.isEmpty)
        let most = String(repeating: "s", count: 1 << 20)
        try desk.must("keychain add \(ann) --update -", input: most)
        #expect(try desk.must("keychain get \(ann)").output == most)
        #expect(try desk.run("keychain add \(ann) --update -", input: most + "s").status == 64)
        #expect(try desk.run("keychain add \(ann) nowhere").status == 66)
        #expect(try desk.must("keychain get \(ann)").output == most)
    }

    @Test("an item outlives its application")
    func uninstalled() throws {
        let desk = try Desk.with(passcode: false)
        try desk.text("secret", in: "secret")
        try desk.must("app install com.example.mail")
        try desk.must("keychain add \(ann) secret")
        try desk.must("app uninstall com.example.mail")
        #expect(try desk.must("keychain get \(ann)").output == "secret")
    }

    @Test(
        "who and what an item is for must be said, once",
        arguments: [
            "keychain get --service a", "keychain get --app com.example.a",
            "keychain get --app com.example.a --group b --service c",
            "keychain get --app com.example.a --service c --server d",
            "keychain get --app no..bundle --service c",
            "keychain add --app com.example.a --service c",
            "keychain add --app com.example.a --service c --accessible sometimes -",
        ]
    )
    func usage(line: String) throws {
        let desk = try Desk.with(passcode: false)
        #expect(try desk.run(line).status == 64)
    }
}
