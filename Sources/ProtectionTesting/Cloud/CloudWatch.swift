import CloudRecords
import Synchronization

/// Sees what devices ask a cloud for.
final class CloudWatch: Sendable {
    private struct State {
        var requests: [CloudRequest] = []
        var early: [(call: CloudCall, rest: Duration)] = []
        var secrets: [String] = []
        var strike: (@Sendable (CloudRequest, Int) -> Void)?
    }

    private let state = Mutex(State())

    func note(_ event: CloudFaults.Event) {
        switch event {
        case .early(let request, let rest):
            state.withLock { $0.early.append((request.call, rest)) }
        case .called(let request):
            let (strike, number) = state.withLock { state in
                state.requests.append(request)
                return (state.strike, state.requests.count)
            }
            strike?(request, number)
        }
    }

    /// Forgets what was asked until now; `strike` is called before each request is done, with its
    /// number from 1.
    func begin(striking strike: (@Sendable (CloudRequest, Int) -> Void)? = nil) {
        state.withLock { state in
            state.requests = []
            state.early = []
            state.strike = strike
        }
    }

    /// Lets requests be.
    func end() { state.withLock { $0.strike = nil } }

    var requests: [CloudRequest] { state.withLock { $0.requests } }
    var early: [(call: CloudCall, rest: Duration)] { state.withLock { $0.early } }
    var secrets: [String] { state.withLock { $0.secrets } }

    func keepSecret(_ text: String) { state.withLock { $0.secrets.append(text) } }
}

extension CloudRequest {
    /// The words of a headline.
    var sentence: String {
        switch call {
        case .change where removals.isEmpty:
            "`save \(saves.count == 1 ? "\(saves[0].id)" : "\(saves.count) records")`"
        case .change where saves.isEmpty:
            "`remove \(removals.count == 1 ? "\(removals[0])" : "\(removals.count) records")`"
        case .change: "`save \(saves.count) and remove \(removals.count) records`"
        case .fetch: "`fetch`"
        case .query: "`query`"
        case .changes: "`fetch changes`"
        case .zones: "`fetch zones`"
        case .makeZone: "`make zone`"
        case .removeZone: "`remove zone`"
        case .user: "`fetch user`"
        case .databaseChanges: "`fetch database changes`"
        case .outcomes: "`fetch outcomes`"
        case .subscriptions: "`fetch subscriptions`"
        case .saveSubscription: "`save subscription`"
        case .removeSubscription: "`remove subscription`"
        case .registerDevice: "`register device`"
        }
    }
}
