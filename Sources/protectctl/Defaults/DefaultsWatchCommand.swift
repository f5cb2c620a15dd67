import ArgumentParser
import Foundation
import KeyAgent
import KeyManagement
import Preferences
import ProtectionModel
import Synchronization

/// Implements `protectctl defaults watch`.
struct DefaultsWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes of values as they come, whoever makes them.",
        usage: "protectctl defaults watch [<domain> [<key>]] [<options>]",
        discussion: """
            Ends when it is interrupted, or when the device goes off. What changed while nothing could \
            be read is reported after the unlock.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The domain, and a key in it.", valueName: "domain")
    )
    var words: [String] = []

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError("one domain and one key at most") }
    }

    func run() throws {
        let domain = try words.first.map { try DefaultsDomain($0) }
        let key = words.count == 2 ? words[1] : nil
        let session = try Session(global)
        let isOver = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        let console = global.console
        let watch = try DefaultsWatch(
            session.defaults(of: domain ?? .global),
            domain: domain
        ) { change in
            guard key == nil || change.key == key else { return }
            // When the reader is gone, the watch ends.
            do { try Self.print(change, console) } catch {
                failure.withLock { $0 = $0 ?? error }
                isOver.signal()
            }
        }
        let keys = session.keys
        let observation = keys.observe { [weak keys] notice in
            switch notice {
            case .event(let event) where event.kind == .shutdown || event.kind == .erased:
                isOver.signal()
            case .event: watch.refresh()
            case .didEnd where (try? keys?.status()) == nil: isOver.signal()
            default: break
            }
        }
        isOver.wait()
        observation.cancel()
        watch.cancel()
        if let failure = failure.withLock({ $0 }) { throw failure }
        if let failure = keys.failure, failure.code != .deviceOff { throw failure }
    }

    private static func print(_ change: DefaultsChange, _ console: Console) throws {
        let at = MomentText.rfc3339(MachineClock().wallTime())
        guard !console.json else {
            return try console.document(
                Line(
                    at: at,
                    domain: change.domain.name,
                    forced: change.isForced,
                    key: change.key,
                    old: change.old.map { ValueDocument($0) },
                    new: change.new.map { ValueDocument($0) }
                )
            )
        }
        func text(_ value: PreferenceValue?) -> String {
            value.map { ValueText.text(of: $0) } ?? "not set"
        }
        let forced = change.isForced ? " (forced)" : ""
        let line = "\(at)  \(change.domain)\(forced)  \(change.key)  "
        try console.data(console.shown(line + "\(text(change.old)) -> \(text(change.new))"))
    }

    private struct Line: Encodable {
        let version = 1
        let at: String
        let domain: String
        let forced: Bool
        let key: String
        let old: ValueDocument?
        let new: ValueDocument?

        private enum Key: String, CodingKey { case version, at, domain, forced, key, old, new }

        /// With null for what is not set, as the keys are always there.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(version, forKey: .version)
            try container.encode(at, forKey: .at)
            try container.encode(domain, forKey: .domain)
            try container.encode(forced, forKey: .forced)
            try container.encode(key, forKey: .key)
            try container.encode(old, forKey: .old)
            try container.encode(new, forKey: .new)
        }
    }
}
