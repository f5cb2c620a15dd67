import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import SodiumCrypto

/// Implements `protectctl passcode`.
struct PasscodeCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set, change or remove the passcode.",
        discussion: "No file is rewritten.",
        subcommands: [Set.self, Change.self, Remove.self]
    )

    /// Implements `protectctl passcode set`.
    struct Set: TakesPasscode {
        static let configuration = CommandConfiguration(abstract: "Set the first passcode.")

        @OptionGroup(title: "Global options") var global: GlobalOptions
        // There is no old one, so both names can only mean the new one.
        @Option(
            name: [.customLong("new-passcode-file"), .customLong("passcode-file")],
            help: ArgumentHelp("Read the new passcode from here; '-' is stdin.", valueName: "file"),
            completion: .file()
        )
        var newPasscodeFile: String?

        func run() throws {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let keys = session.keys
            // What a crash left after the last removal must not come back with a passcode.
            try session.documents.removePasscodeBound()
            try keys.setPasscode(
                try PasscodeInput(file: newPasscodeFile, prompt: "New passcode: ")
                    .readNew(keys.arena)
            )
        }
    }

    /// Implements `protectctl passcode change`.
    struct Change: TakesPasscode {
        static let configuration = CommandConfiguration(abstract: "Change the passcode.")

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @Option(
            help: ArgumentHelp("Read the old passcode from here; '-' is stdin.", valueName: "file"),
            completion: .file()
        )
        var passcodeFile: String?
        @Option(
            help: ArgumentHelp("Read the new passcode from here; '-' is stdin.", valueName: "file"),
            completion: .file()
        )
        var newPasscodeFile: String?

        func validate() throws {
            guard passcodeFile != "-" || newPasscodeFile != "-" else {
                throw ValidationError("only one passcode can come from standard input")
            }
        }

        func run() throws {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let keys = session.keys
            let old = try PasscodeInput(file: passcodeFile, prompt: "Old passcode: ")
                .read(keys.arena)
            let new = try PasscodeInput(file: newPasscodeFile, prompt: "New passcode: ")
                .readNew(keys.arena)
            try keys.changePasscode(old, to: new)
        }
    }

    /// Implements `protectctl passcode remove`.
    struct Remove: TakesPasscode {
        static let configuration = CommandConfiguration(
            abstract: "Remove the passcode; the device is then unlocked."
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @Option(
            help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"),
            completion: .file()
        )
        var passcodeFile: String?

        func run() throws {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let keys = session.keys
            try keys.removePasscode(
                try PasscodeInput(file: passcodeFile, prompt: "Passcode: ").read(keys.arena)
            )
            try session.documents.removePasscodeBound()
        }
    }
}
