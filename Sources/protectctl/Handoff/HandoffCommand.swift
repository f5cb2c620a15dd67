import ArgumentParser
import DeviceIdentifiers
import Handoff
import KeyAgent
import ProtectionModel
import TrustedDevices

/// Implements `protectctl handoff`.
struct HandoffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handoff",
        abstract: "What the user does on one device, and goes on with on another.",
        discussion: """
            The process of 'offer' has the activity, 'serve' listens for the device and passes on to it \
            what other devices want. Nothing is broadcast to be found: devices meet at addresses that \
            'protectctl trust' knows. Offers name device and application; what they are about is opened \
            on an unlocked device only.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Offering",
                subcommands: [
                    HandoffOfferCommand.self, HandoffWithdrawCommand.self, HandoffServeCommand.self,
                    HandoffCheckCommand.self,
                ]
            ),
            CommandGroup(
                name: "Continuing",
                subcommands: [
                    HandoffListCommand.self, HandoffContinueCommand.self, HandoffWatchCommand.self,
                ]
            ),
        ]
    )
}

/// What processes of one device say to the one that offers an activity: frames of a byte, with which no session begins.
enum OfferMessage: UInt8 {
    /// End it; answered with the same.
    case withdraw = 1
    /// Answered with the present advertisement.
    case advertisement = 2
}

extension LocalPlace {
    /// Says something to the process that offers an activity; nil where none does.
    func ask(_ message: OfferMessage) -> [UInt8]? {
        guard let connection = connect() else { return nil }
        defer { connection.close() }
        guard (try? connection.send([message.rawValue])) != nil else { return nil }
        return try? connection.receive(within: .seconds(5))
    }
}

extension Session {
    /// The activities of other devices, for a process that offers none itself.
    func handoff(_ others: OtherDevices) throws -> DeviceHandoff {
        let offer = try LocalPlace(.offer, of: self)
        return try others.handoff(try installed()) { offer.ask(.advertisement) }
    }

    /// The installed applications; none before the first unlock, as offers are none then either.
    func installed() throws -> [InstalledApplication] {
        do { return try identifiers().applications.all() } catch let error as ProtectionError {
            guard error.code == .protectedDataUnavailable else { throw error }
            return []
        }
    }
}

/// Implements `protectctl handoff withdraw`.
struct HandoffWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Offer the current activity no longer, and end its 'handoff offer'."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        guard try LocalPlace(.offer, of: Session(global)).ask(.withdraw) != nil else {
            throw ToolError(.notFound, "this device offers no activity")
        }
    }
}
