import CloudRecords

/// What goes wrong with one request of an app to the cloud.
public enum RequestFault: Sendable, Hashable, CaseIterable {
    /// There is no network: nothing is done.
    case networkLost
    /// It is done, and the answer is lost.
    case answerLost
    /// The service does not work now: nothing is done.
    case serviceUnavailable
    /// The service is busy, and wants to be left alone for ``TestCloud/Options/retryAfter``.
    case zoneBusy
    /// Every second record of it is refused.
    case partlyDone
    /// Its change token is too old.
    case tokenExpired
    /// The user's account cannot be used now.
    case signedOut
    /// The quota has no room for it.
    case quotaExceeded
    /// The user has removed what the app has in the cloud.
    case dataRemoved
    /// The user's keys were reset.
    case keysReset

    /// Those that take no records away: what the app has saved is still there, or must come there.
    public static let harmless: [RequestFault] = [
        .networkLost, .answerLost, .serviceUnavailable, .zoneBusy, .partlyDone, .tokenExpired,
        .signedOut, .quotaExceeded,
    ]

    /// Whether the cloud loses records by it.
    var takesRecords: Bool { self == .dataRemoved || self == .keysReset }

    /// The words of a headline.
    var name: String {
        switch self {
        case .networkLost: "no network"
        case .answerLost: "answer lost"
        case .serviceUnavailable: "service unavailable"
        case .zoneBusy: "busy"
        case .partlyDone: "partly done"
        case .tokenExpired: "token expired"
        case .signedOut: "signed out"
        case .quotaExceeded: "quota exceeded"
        case .dataRemoved: "data removed by the user"
        case .keysReset: "keys reset"
        }
    }

    /// Whether it can happen to a request.
    func isPossible(for request: CloudRequest) -> Bool {
        switch self {
        case .partlyDone: request.saves.count + request.removals.count > 1
        case .quotaExceeded: !request.saves.isEmpty
        case .tokenExpired: request.call == .changes
        case .answerLost, .networkLost, .serviceUnavailable, .zoneBusy, .signedOut, .dataRemoved,
            .keysReset:
            true
        }
    }

    /// The fault for the call of a kind with a number.
    func plan(for call: CloudCall, number: Int, _ retryAfter: Duration) -> CloudFaults.Plan {
        var plan = CloudFaults.Plan(fault, call: call)
        plan.number = number
        if self == .answerLost { plan.moment = .afterCommit }
        if self == .zoneBusy { plan.retryAfter = retryAfter }
        return plan
    }

    private var fault: CloudFaults.Fault {
        switch self {
        case .networkLost, .answerLost: .refused(.networkUnavailable)
        case .serviceUnavailable: .refused(.serviceUnavailable)
        case .zoneBusy: .refused(.zoneBusy)
        case .partlyDone: .partlyDone
        case .tokenExpired: .refused(.changeTokenExpired)
        case .signedOut: .refused(.notAuthenticated)
        case .quotaExceeded: .refused(.quotaExceeded)
        case .dataRemoved: .dataRemoved
        case .keysReset: .keysReset
        }
    }
}
