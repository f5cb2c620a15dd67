import ArgumentParser
import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import TrustedDevices

/// Implements `protectctl trust invite`.
struct TrustInviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Show a code, and wait two minutes for the device that joins with it.",
        discussion: """
            The code is printed once, and is good for one device; carry it to that by hand. This one must \
            stay unlocked. Without --listen the other one joins at the address of \
            'protectctl handoff serve', which must run.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "Where to listen: a socket's path, or a number and a port.",
            valueName: "address"
        ),
        completion: .file()
    )
    var listen: String?

    func run() throws {
        let interruption = try Interruption()
        let session = try Session(global)
        let outcome = FirstOutcome<TrustedDevice>()
        let keys = session.keys
        let observation = keys.observe { [weak keys] notice in
            if let failure = Self.end(by: notice, of: keys) { outcome.settle(.failure(failure)) }
        }
        defer { observation.cancel() }
        let invitation = try OtherDevices(session).circle.invite()
        let door = try Door(.invitation, of: session, listeningAt: listen)
        interruption.onSignal { door.end() }
        defer { door.end() }
        try door.open { Self.pair(invitation, over: $0, outcome) }
        try show(invitation, at: door.address)
        guard let result = outcome.wait(for: Invitation.lifetime) else {
            throw ToolError(.expired, "nobody has used the code in time")
        }
        let device = DeviceReference(try result.get())
        if global.json { return try device.print(global.console) }
        global.console.talk("'\(device.name)' has joined (\(device.id))")
    }

    /// What ends an invitation before its time.
    private static func end(by notice: LockNotice, of keys: AgentKeyService?) -> ToolError? {
        if case .event(let event) = notice, event.kind == .willBecomeUnavailable {
            return ToolError(
                .protectedDataUnavailable,
                "the device was locked, and the code is good no longer"
            )
        }
        guard notice.endsDevice(of: keys, orRestartsIt: true) else { return nil }
        return ToolError(
            .deviceOff,
            "the device was switched off or restarted, and the code is good no longer"
        )
    }

    private static func pair(
        _ invitation: Invitation,
        over connection: any DeviceConnection,
        _ outcome: FirstOutcome<TrustedDevice>
    ) {
        var isUsed = false
        do throws(ProtectionError) {
            outcome.settle(.success(try invitation.pair(over: connection, noting: &isUsed)))
        } catch {
            guard !isUsed else { return outcome.settle(.failure(error)) }
            // Whoever has not the code leaves it as good as it was, and who is using it is not disturbed.
            do throws(ProtectionError) { _ = try invitation.accept() } catch let state {
                guard state.code != .pairingFailed else { return }
                outcome.settle(.failure(error))
            }
        }
    }

    /// Straight from locked memory.
    private func show(_ invitation: Invitation, at address: String) throws {
        let text = try invitation.code.text()
        let output = HostStream.standardOutput
        let (before, after) =
            global.json
            ? (#"{"address":\#(try Console.json(address)),"code":""#, #"","version":1}"# + "\n")
            : ("", "\n")
        try output.write(Array(before.utf8).span.bytes)
        try text.transfer { try output.write($0.bytes) }
        try output.write(Array(after.utf8).span.bytes)
        // Whoever reads the code from a pipe reads to its end.
        if !global.json { ProcessStreams.endOutput() }
        global.console.talk("waiting at '\(address)' for 'protectctl trust join'")
    }
}

/// Implements `protectctl trust join`.
struct TrustJoinCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join the circle of a device that shows a code.",
        discussion: """
            The code comes from a file, from standard input or is asked for, and never from an argument. \
            One with a wrong character is refused before anything is sent, and is still good. Prints the \
            device that has shown it, whose address is remembered.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("The file with the code; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var codeFile: String?
    @OptionGroup var named: DeviceNameOption
    @Argument(help: "Where that device waits.", completion: .file())
    var address: String

    func run() throws {
        let address = Listening.address(address)
        _ = try SocketAddress(address)
        let name = try named.value(global)
        let session = try Session(global)
        let code = try PasscodeInput.pairingCode(in: codeFile, session.keys.arena)
        let others = try OtherDevices(session)
        if let standing = try others.circle.standing(), !standing.isPending {
            throw ProtectionError.otherCircle
        }
        let connection = try others.connect(to: address)
        let device: TrustedDevice
        do { device = try others.circle.join(with: code, named: name, over: connection) } catch {
            guard (try? others.circle.standing())?.isPending == true else { throw error }
            throw ToolError(
                error.code,
                "this device has asked to be added, and did not hear the answer: \(error.message)",
                hint: "once 'protectctl trust address DEVICE \(address)' says where the other is, "
                    + "'protectctl handoff list' finds out; or 'trust leave', and join anew"
            )
        }
        try others.addresses.set(address, of: device)
        try DeviceReference(device).print(global.console)
    }
}
