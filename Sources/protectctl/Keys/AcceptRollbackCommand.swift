import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl accept-rollback`.
struct AcceptRollbackCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "accept-rollback",
        abstract: "Go on with an older copy of the device, which was put back on purpose.",
        discussion: """
            For a device that was made with --tpm and is refused as rolled back, after a backup was \
            restored for example. Asks for the passcode of that copy, or takes one of its keys. The \
            device stays off.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var authorization: Authorization

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let answer = try AgentLauncher(location, global).ask(directory) { try $0.status() }
        // An agent has refused what is older before it answers.
        guard answer == nil else { return tellNothing(location) }
        let source = try location.keySource(of: try directory.deviceID())
        let holder = try KeyHolder(
            directory,
            keySource: source,
            chips: SecurityChip.opener,
            clock: MachineClock(),
            random: SystemRandomSource(),
            arena: SecureArena()
        )
        guard holder.noticesRollback else {
            throw ToolError(
                .invalidArgument,
                "an older copy of '\(location.directory)' is not noticed: its key lies in a file"
            )
        }
        let keybag = try holder.bootOlder()
        let folders = FolderPin(of: holder, in: directory)
        guard let finding = try keybag ?? folders.finding() else { return tellNothing(location) }
        global.console.talk(finding.message)
        try accept(on: holder)
        try folders.accept()
        try holder.shutDown()
        global.console.talk("this copy of '\(location.directory)' is the newest from now on")
    }

    private func tellNothing(_ location: DeviceLocation) {
        global.console.talk("'\(location.directory)' is not an older copy")
    }

    /// Each start of a device starts its delay in full, so that a wait must be waited here.
    private func accept(on holder: KeyHolder) throws {
        let hasPasscode = try holder.status().hasPasscode
        if hasPasscode, authorization.isOfPasscode, let delay = try holder.status().retryAfter {
            global.console.talk("waiting \(WaitText.format(delay)), after wrong passcodes")
            SystemTime.sleep(delay)
        }
        try holder.acceptOlder(
            authorizedBy: try authorization.credential(hasPasscode: hasPasscode, holder.arena)
        )
    }
}
