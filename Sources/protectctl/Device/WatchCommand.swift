import ArgumentParser
import Dispatch
import Foundation
import KeyAgent
import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// Implements `protectctl watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the device's events as they come.",
        discussion:
            "Needs a device that is on. Ends when it is interrupted, or when the device goes off."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    /// How long the last event is waited for.
    private static let patience: TimeInterval = 5

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        guard let agent = try AgentLauncher(location, global).connect(directory) else {
            throw ToolError(.deviceOff, "the device '\(location.directory)' is off")
        }
        let isOver = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        let console = global.console
        let observation = agent.observe { notice in
            guard case .event(let event) = notice else {
                guard case .didEnd = notice, (try? agent.status()) == nil else { return }
                // Of a device that was switched off one event is still to come, unless its agent was killed
                // in between.
                let patience = agent.failure?.code == .deviceOff ? Self.patience : .zero
                DispatchQueue.global().asyncAfter(deadline: .now() + patience) { isOver.signal() }
                return
            }
            // When the reader is gone, the watch ends.
            do { try Self.print(event, console) } catch {
                failure.withLock { $0 = $0 ?? error }
                isOver.signal()
            }
            if event.kind == .shutdown || event.kind == .erased { isOver.signal() }
        }
        isOver.wait()
        observation.cancel()
        if let failure = failure.withLock({ $0 }) { throw failure }
        // Without an agent no more events come: that is not an orderly end.
        if let failure = agent.failure, failure.code != .deviceOff { throw failure }
    }

    private static func print(_ event: DeviceEvent, _ console: Console) throws {
        guard console.json else {
            let at = MomentText.rfc3339(event.at)
            // A stream has no last line to take a width from: that of the longest name.
            let width = DeviceEvent.Kind.allCases.map(\.rawValue.count).max() ?? 0
            let name = event.kind.rawValue.padding(toLength: width, withPad: " ", startingAt: 0)
            return try console.data("\(at)  \(name)  (\(event.state.rawValue))")
        }
        try console.document(EventDocument(event))
    }
}

/// The line of an event in JSON: of `watch`, and what the programs of `agent run` are given.
struct EventDocument: Encodable {
    let version = 1
    let event: String
    let state: String
    let at: String

    init(_ event: DeviceEvent) {
        self.event = event.kind.rawValue
        state = event.state.rawValue
        at = MomentText.rfc3339(event.at)
    }
}
