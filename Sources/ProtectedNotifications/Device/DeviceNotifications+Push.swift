import ProtectedStore
import Preferences
import KeyManagement
public import DeviceIdentifiers
import ProtectionModel
import SodiumCrypto

/// What became of a push.
public struct PushOutcome: Sendable, Hashable {
    /// How it ended; the first five are those of a run of the app's service extension.
    public enum Ending: String, Sendable, Hashable, CaseIterable {
        case delivered, expired, original, suppressed
        case killedAtStart = "killed-at-start"
        /// The app was woken, and nothing is shown.
        case woken
        /// Its time was over when it came.
        case expiredPush = "expired-push"
        /// It has come before.
        case repeated
        /// The app is not there, any more or at all; before the first unlock, also one that has never asked.
        case notInstalled = "not-installed"
        /// The user has not allowed it.
        case notAuthorized = "not-authorized"
        /// It has no alert and wakes nobody.
        case empty
    }

    /// How it ended.
    public let ending: Ending
    /// What it is called among the delivered; nil when it is not there.
    public var identifier: String?
    /// What is delivered; nil for nothing.
    public var content: NotificationContent?
    /// How it makes itself known.
    public var presentation: NotificationPresentation = []
    /// What the service extension did besides.
    public var notes: [ServiceOutcome.Note] = []
    /// Why its sealed part was not opened; nil when it was, and for one without.
    public var refusal: ProtectionError?

    init(_ ending: Ending, notes: [ServiceOutcome.Note] = []) {
        self.ending = ending
        self.notes = notes
    }
}

/// Pushes that come.
extension DeviceNotifications {
    /// An app's service extension, which is run for a push: a ``ServiceHost`` or a program.
    public typealias Service = @Sendable (NotificationRequest) async -> ServiceOutcome
    /// An app that is on the screen: how it wants a notification to make itself known (`willPresent`).
    public typealias Foreground =
        @Sendable (DeliveredNotification) async -> NotificationPresentation

    /// A push comes for an app.
    ///
    /// With `foreground` the app is on the screen and decides, and what comes is in the list all the same
    /// (N-66, M). What is sealed in it is opened, unless `service` is there to do that: it then sees the push as it was
    /// sent. Whatever fails, what was pushed is shown as it was, and never what is sealed. While the quiet time
    /// is damaged, it is quiet.
    ///
    /// A `service` that opens the sealed part uses it up before the answer is delivered: where the disk is full then, the
    /// message is lost, and the same push is repeated in vain.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `authentication-failure` for damaged documents, `no-space`,
    ///   `io-error`.
    @discardableResult
    public func push(
        _ payload: RemotePayload,
        to application: BundleIdentifier,
        service: Service? = nil,
        foreground: Foreground? = nil
    ) async throws(ProtectionError) -> PushOutcome {
        let admission = try DeviceUse.inBackground { () throws(ProtectionError) in
            try admit(payload, application)
        }
        switch admission {
        case .refused(let ending): return PushOutcome(ending)
        case .request(let request, let isRunning):
            let answer: ServiceOutcome? =
                if isRunning, let service { await service(request) } else { nil }
            var outcome = try DeviceUse.inBackground { () throws(ProtectionError) in
                try conclude(answer, payload, request, application)
            }
            if let foreground, let identifier = outcome.identifier, let content = outcome.content {
                let cover = DeliveredNotification.Cover(
                    application,
                    identifier,
                    documents.keys.clock.wallTime(),
                    content,
                    showing: []
                )
                let wanted = await foreground(DeliveredNotification(cover, content))
                outcome.presentation = try wanted.intersection(allowed(application)).union(.list)
            }
            return outcome
        }
    }

    /// What an app on the screen may ask for.
    private func allowed(
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> NotificationPresentation {
        try reading(application) { try $0.settings().allowedPresentation } ?? []
    }

    /// The same for an extension that nobody waits for; nil is what an app without one answers.
    ///
    /// - Throws: as ``push(_:to:service:foreground:)``.
    package func receive(
        _ payload: RemotePayload,
        for application: BundleIdentifier,
        running service: (NotificationRequest) -> ServiceOutcome?
    ) throws(ProtectionError) -> PushOutcome {
        try DeviceUse.inBackground { () throws(ProtectionError) in
            switch try admit(payload, application) {
            case .refused(let ending): return PushOutcome(ending)
            case .request(let request, let isRunning):
                let answer = isRunning ? service(request) : nil
                return try conclude(answer, payload, request, application)
            }
        }
    }

    private enum Admission {
        case refused(PushOutcome.Ending)
        case request(NotificationRequest, runsExtension: Bool)
    }

    private func admit(
        _ payload: RemotePayload,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> Admission {
        try advance(application)
        if let admission = try admission(payload, application) { return admission }
        // What has never asked for anything has nothing here; whether it is there tells the registry.
        guard try isInstalled(application) else { return .refused(.notInstalled) }
        guard try settings(of: application).settings.mayNotify else {
            return .refused(payload.wakesApp ? .woken : .notAuthorized)
        }
        // A profile lets it notify.
        try changing(application) { _ in }
        return try admission(payload, application) ?? .refused(.notInstalled)
    }

    /// Nil when there is nothing of the app.
    private func admission(
        _ payload: RemotePayload,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> Admission? {
        try reading(application) { scene in
            let isAllowed = try scene.settings().mayNotify
            if let expiration = payload.headers.expiration, expiration <= scene.now {
                return .refused(.expiredPush)
            }
            guard payload.hasAlert || payload.content.badge != nil else {
                return .refused(payload.wakesApp ? .woken : .empty)
            }
            guard isAllowed else {
                return .refused(payload.wakesApp ? .woken : .notAuthorized)
            }
            let identifier = payload.headers.collapseID ?? scene.keys.random.bytes(16).hex
            var content = payload.content
            // The extension gets the sealed part, as it was sent, with the rest of what is the app's.
            if payload.runsExtension, let sealed = payload.sealedText {
                content.userInfo[payload.sealedKey] = .string(sealed)
            }
            let request = try NotificationRequest(identifier, content)
            return .request(request, runsExtension: payload.runsExtension)
        }
    }

    /// What an extension answered, or without one what was sent.
    private func conclude(
        _ service: ServiceOutcome?,
        _ payload: RemotePayload,
        _ request: NotificationRequest,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> PushOutcome {
        guard let service else { return try deliver(payload, request, application) }
        return try finish(service, payload, request, application)
    }

    /// What an extension made of it.
    private func finish(
        _ service: ServiceOutcome,
        _ payload: RemotePayload,
        _ request: NotificationRequest,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> PushOutcome {
        var outcome = PushOutcome(PushOutcome.Ending(service.ending))
        outcome.notes = service.notes
        if service.content == nil, let badge = service.badge {
            try changingIfThere(application) { scene in try scene.applyBadge(badge) }
        }
        guard var content = service.content else { return outcome }
        do { try content.checkStorable() } catch {
            content = request.content
            outcome = PushOutcome(.original)
            outcome.notes = service.notes + [.failed(error)]
        }
        // Nothing of a sealed part is kept that the extension has not opened.
        if outcome.ending.isOriginal { content.userInfo[payload.sealedKey] = nil }
        content.attachments = content.attachments.filter(isPossible)
        try show(content, request.identifier, application, in: &outcome)
        return outcome
    }

    /// Without an extension: what is sealed is opened here.
    private func deliver(
        _ payload: RemotePayload,
        _ request: NotificationRequest,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> PushOutcome {
        guard payload.hasAlert else {
            let isThere: Void? = try changingIfThere(application) { scene in
                try scene.applyBadge(payload.content.badge)
            }
            return PushOutcome(isThere == nil ? .notInstalled : .delivered)
        }
        var outcome = PushOutcome(.delivered)
        guard let text = payload.sealedText else {
            try show(payload.content, request.identifier, application, in: &outcome)
            return outcome
        }
        do throws(ProtectionError) {
            return try open(text, payload.headers, request.identifier, application)
        } catch {
            outcome = PushOutcome(.original)
            outcome.refusal = error
            // It is opened, in its place, once there is a key, or room for it.
            let remainder =
                error.code == .authenticationFailure ? nil : SealedRemainder(text, payload.headers)
            try show(payload.content, request.identifier, application, remainder, in: &outcome)
            return outcome
        }
    }

    /// Opens what is sealed, and delivers it in the same step.
    private func open(
        _ text: String,
        _ headers: RemotePayload.Headers,
        _ identifier: String,
        _ application: BundleIdentifier
    ) throws(ProtectionError) -> PushOutcome {
        let quiet = quietTimeOrDamaged
        var outcome = PushOutcome(.delivered)
        let opened: SealedContent? = try changingIfThere(application) { scene in
            try scene.pushKeys.open(text, headers, now: scene.now) { message in
                try show(message.content, identifier, nil, scene, quiet, in: &outcome)
            }
        }
        return switch opened {
        case .message: outcome
        case .repeated: PushOutcome(.repeated)
        case .expired: PushOutcome(.expiredPush)
        case nil: PushOutcome(.notInstalled)
        }
    }

    /// Delivers it, and remembers until the first unlock what may show before.
    private func show(
        _ content: NotificationContent,
        _ identifier: String,
        _ application: BundleIdentifier,
        _ sealed: SealedRemainder? = nil,
        in outcome: inout PushOutcome
    ) throws(ProtectionError) {
        let quiet = quietTimeOrDamaged
        let shown: Void? = try changingIfThere(application) { scene in
            try show(content, identifier, sealed, scene, quiet, in: &outcome)
        }
        if shown == nil { outcome = PushOutcome(.notInstalled) }
    }

    private func show(
        _ content: NotificationContent,
        _ identifier: String,
        _ sealed: SealedRemainder?,
        _ scene: AppScene,
        _ quiet: QuietTime,
        in outcome: inout PushOutcome
    ) throws {
        guard let shown = try scene.deliver(content, identifier, sealed: sealed) else {
            // Since it was let in the user has said no.
            outcome = PushOutcome(.notAuthorized, notes: outcome.notes)
            return
        }
        if let name = shown.early { try remember(shown.content, identifier, name, scene) }
        outcome.identifier = identifier
        outcome.content = shown.content
        outcome.presentation = NotificationPresentation(
            shown.content,
            of: scene.folder.application,
            try scene.settings(),
            quiet
        )
    }
}

extension PushOutcome.Ending {
    fileprivate init(_ ending: ServiceOutcome.Ending) {
        self =
            switch ending {
            case .delivered: .delivered
            case .expired: .expired
            case .original: .original
            case .suppressed: .suppressed
            case .killedAtStart: .killedAtStart
            }
    }
}

extension PushOutcome.Ending {
    /// Whether what was pushed is shown as it was.
    fileprivate var isOriginal: Bool { self == .original || self == .killedAtStart }
}

extension SealedRemainder {
    fileprivate init(_ text: String, _ headers: RemotePayload.Headers) {
        self.init(
            text: text,
            pushType: headers.pushType.rawValue,
            collapseID: headers.collapseID
        )
    }
}
