import ArgumentParser
import Documents
import Handoff
import ProtectionModel
import TrustedDevices

/// Implements `protectctl handoff list`.
struct HandoffListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what the user's other devices offer.",
        discussion: """
            Asks each device whose address is known; one that does not answer is named, and what it \
            offered before is listed as long as it lives. Also works while the device is locked: what an \
            activity is about is never part of an offer.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let others = try OtherDevices(session)
        let handoff = try session.handoff(others)
        try others.meet(handoff, global.console)
        let offers = try handoff.offers()
        guard !global.json else {
            return try global.console.document(Document(offers: offers.map(OfferDocument.init)))
        }
        var table = Table([.left, .left, .left, .left, .left])
        for offer in offers {
            table.add([
                offer.id.description, offer.device.name.printable, offer.opener.sentence,
                "until \(MomentText.short(offer.expires))",
                offer.supportsContinuationStreams ? "with a stream" : "",
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Document: Encodable {
        let version = 1
        let offers: [OfferDocument]
    }
}

extension OtherDevices {
    /// As ``meet(_:)``; who could not be asked is told.
    func meet(_ handoff: DeviceHandoff, _ console: Console) throws {
        for (device, error) in try meet(handoff) {
            guard let report = ErrorReport(error) else { continue }
            console.talk("note: '\(device.name)' could not be asked: \(report.message)")
        }
    }
}

extension HandoffOffer.Opener {
    /// What goes on with it, in a few words.
    var sentence: String {
        switch self {
        case .application(let application, let others):
            others == 0 ? "\(application)" : "\(application) (and \(others) more)"
        case .browser: "(browser)"
        case .nothing: "(nothing here)"
        }
    }
}

/// An offer as JSON.
struct OfferDocument: Encodable {
    let id: String
    let device: DeviceReference
    let opener: String
    let app: OrNull<String>
    let others: Int
    let expires: String
    let streams: Bool

    init(_ offer: HandoffOffer) {
        id = offer.id.description
        device = DeviceReference(offer.device)
        switch offer.opener {
        case .application(let application, let others):
            (opener, app, self.others) = ("app", OrNull("\(application)"), others)
        case .browser: (opener, app, others) = ("browser", OrNull(nil), 0)
        case .nothing: (opener, app, others) = ("nothing", OrNull(nil), 0)
        }
        expires = MomentText.rfc3339(offer.expires)
        streams = offer.supportsContinuationStreams
    }
}
