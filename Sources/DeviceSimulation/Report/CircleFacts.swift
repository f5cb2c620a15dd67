import DeviceIdentifiers
import Handoff
import ProtectionModel
import TrustedDevices

/// What goes on with an activity.
enum OpenerWord: String, Sendable, CaseIterable {
    case app, browser, nothing
}

extension FactValue {
    /// User info, an entry a line.
    init(_ userInfo: [String: ActivityValue]) {
        self = .list(userInfo.map { "\($0.key): \($0.value.words)" }.sorted())
    }
}

extension StepFacts {
    /// Notes what is offered, the devices by their names, each with what would go on with it here.
    mutating func note(_ offers: [HandoffOffer]) {
        self[.offers] = .list(
            offers.map { offer in
                let opener =
                    switch offer.opener {
                    case .application(let application, _): application.description
                    case .browser: OpenerWord.browser.rawValue
                    case .nothing: OpenerWord.nothing.rawValue
                    }
                return "\(offer.device.name) / \(opener)"
            }
        )
        self[.count] = .number(UInt64(offers.count))
    }

    /// Notes what an activity says that came from another device.
    mutating func note(_ continued: ContinuedActivity) {
        let activity = continued.activity
        self[.title] = activity.title.map { .text($0) }
        self[.userInfo] = FactValue(activity.userInfo)
        self[.value] = activity.webpageURL.map { .text($0) }
        switch continued.opener {
        case .application: self[.openedBy] = .text(OpenerWord.app.rawValue)
        case .browser: self[.openedBy] = .text(OpenerWord.browser.rawValue)
        }
    }
}

extension ActivityValue {
    /// On one line, with its type where that shows.
    fileprivate var words: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .date(let date): "\(date)"
        case .text(let text): "'\(text)'"
        case .data(let bytes): "<\(StepFacts.hexadecimal(bytes))>"
        case .url(let url): url
        case .uuid(let uuid): "\(uuid)"
        case .file(let path): path.description
        case .array(let values): "[" + values.map(\.words).joined(separator: ", ") + "]"
        case .set(let values): "[" + values.map(\.words).sorted().joined(separator: ", ") + "]"
        case .dictionary(let values):
            "{" + values.map { "\($0.key): \($0.value.words)" }.sorted().joined(separator: ", ")
                + "}"
        }
    }
}
