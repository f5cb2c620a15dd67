import ArgumentParser
import ConfigurationProfiles
import KeyAgent
import KeyManagement
import Preferences
import ProtectionModel

/// Implements `protectctl profile install`.
struct ProfileInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install a profile, replacing one with the same identifier.",
        discussion: """
            An unsigned profile, and one whose signer is not trusted, is installed and named; \
            --require-trust refuses it. A passcode that is there already stays; the next one must \
            follow the rules.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Certificates to trust, PEM.", valueName: "file"),
        completion: .file()
    )
    var trust: String?
    @Flag(help: "Even replace one that does not allow its removal.") var force = false
    @Flag(help: "Refuse a profile whose signer is not trusted.") var requireTrust = false
    @Argument(help: ArgumentHelp("The profile.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        let bytes = try ProfileInput.bytes(of: file)
        let profile = try ProfileInput.reading(file) { try ConfigurationProfile(reading: bytes) }
        let found = try ProfileInput.trust(of: profile.signature, anchors: trust)
        let sentence = ProfileInput.sentence(profile.signature, found)
        guard !requireTrust || found == .trusted else {
            throw ToolError(
                .permissionDenied,
                "'\(file)' is \(sentence)",
                path: file,
                hint: "name the certificates you trust with --trust"
            )
        }
        let session = try Session(global)
        let profiles = session.profiles
        // A damaged one would keep this one from taking effect: better known beforehand.
        _ = try profiles.list()
        try ProfileInput.reading(file) {
            _ = try profiles.install(bytes, at: MachineClock().wallTime(), force: force)
        }
        try session.applyProfiles(after: "'\(profile.identifier)' is installed")
        global.console.talk("'\(profile.identifier)' is installed: \(sentence)")
        try tellPasscode(session)
    }

    /// What the user still has to do.
    private func tellPasscode(_ session: Session) throws {
        let policy = PasscodePolicy(try session.documents.effectiveProfiles())
        for setting in policy.unusable {
            global.console.talk(
                "note: '\(setting.key)' demands nothing: its value cannot be used: "
                    + ValueText.text(of: setting.value)
            )
        }
        if policy.rules.isRequired, try !session.keys.status().hasPasscode {
            global.console.talk(
                "note: a passcode is required now: set one with 'protectctl passcode set'"
            )
        }
    }
}
