import DeviceSimulation
import Foundation
import Handoff
import ProtectedStore
import ProtectionModel
import Synchronization
import TrustedDevices

/// Sees what becomes of activities on all devices of a circle, and says what is wrong with that.
final class CircleWatch: Sendable {
    /// An activity on a device that goes on with it.
    private struct Continuation: Hashable {
        let offer: HandoffOffer.ID
        let device: TrustedDevice.ID
    }

    private struct State {
        var names: [String: TrustedDevice.ID] = [:]
        var continued: Set<Continuation> = []
        var heard: Set<Continuation> = []
        var sent: [Continuation: UserActivity] = [:]
        var faults: [String] = []
    }

    private let state = Mutex(State())

    /// Texts shorter than that stand anywhere by accident, in bytes.
    private static let shortest = 6

    func begin(_ members: [CircleMember]) {
        state.withLock { state in
            for member in members { state.names[member.name] = member.id }
        }
    }

    func note(_ notice: HandoffNotice, at name: String) {
        state.withLock { state in
            switch notice {
            case .sending(let activity, let offer, let device):
                state.sent[Continuation(offer: offer, device: device)] = activity
            case .continued(_, let offer, _):
                guard let device = state.names[name] else { return }
                let fresh = state.continued.insert(Continuation(offer: offer, device: device))
                    .inserted
                if !fresh { state.faults.append("an activity was continued twice on '\(name)'") }
            case .wasContinued(_, let offer, let device):
                let continuation = Continuation(offer: offer, device: device)
                if !state.continued.contains(continuation) {
                    state.faults.append(
                        "'\(name)' heard that an activity was continued which no app has"
                    )
                }
                if !state.heard.insert(continuation).inserted {
                    state.faults.append("'\(name)' heard twice that an activity was continued")
                }
            }
        }
    }

    func fault(_ sentence: String) { state.withLock { $0.faults.append(sentence) } }

    func takeFaults() -> [String] {
        state.withLock { state in
            defer { state.faults = [] }
            return state.faults
        }
    }

    /// What was sent so far, of each activity the last.
    var activities: [UserActivity] { state.withLock { Array($0.sent.values) } }

    /// Looks whether a locked device has what no app on it was given.
    func lookInto(_ device: TestDevice, _ member: CircleMember) throws {
        guard try !device.simulation.isProtectedDataAvailable else { return }
        let secret = state.withLock { state in
            state.sent.filter { $0.key.device == member.id && !state.continued.contains($0.key) }
        }
        let texts = Set(secret.values.flatMap(\.texts)).filter { $0.utf8.count >= Self.shortest }
        guard !texts.isEmpty else { return }
        for (path, content) in try device.readableContents() {
            for text in texts where content.range(of: Data(text.utf8)) != nil {
                let fault = "'\(path)' of the locked '\(member.name)' says '\(text)'"
                state.withLock { $0.faults.append(fault) }
            }
        }
    }
}

extension UserActivity {
    /// What it says that nobody else is to know.
    fileprivate var texts: [String] {
        [title, webpageURL].compactMap { $0 } + userInfo.values.flatMap(\.texts)
    }
}

extension ActivityValue {
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .dictionary(let values): values.values.flatMap(\.texts)
        default: []
        }
    }
}

extension TestDevice {
    /// All that can be read now, files and the device's own documents.
    fileprivate func readableContents() throws -> [(String, Data)] {
        try DeviceMonitor.unseen {
            let files = try ReachablePlaintexts(of: simulation).files.compactMap { file in
                file.content.map { (file.path.description, $0) }
            }
            return try files + ReachablePlaintexts.ownDocuments(of: simulation)
        }
    }
}
