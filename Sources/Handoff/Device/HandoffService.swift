import DeviceIdentifiers
public import ProtectionModel

/// The activities of one app on a device.
public struct HandoffService: Sendable {
    /// What the app declares.
    public let application: HandoffApplication
    let device: DeviceHandoff

    /// A new activity of the app.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a type that has not 1 to 255 bytes, or has control
    ///   characters.
    public func activity(_ type: String) throws(ProtectionError) -> UserActivity {
        guard ActivityContent.isName(type) else {
            throw ProtectionError(
                .invalidArgument,
                "an activity type has 1 to 255 bytes without control characters"
            )
        }
        let content = ActivityContent(
            type,
            application: application.identifier.description,
            team: application.team
        )
        return UserActivity(content, owner: ActivityOwner(device: device, application: application))
    }

    /// What other devices offer that this app would continue.
    ///
    /// - Throws: ``ProtectionError`` as ``DeviceHandoff/offers()``.
    public func offers() throws(ProtectionError) -> [HandoffOffer] {
        try device.offers().filter {
            guard case .application(application.identifier, _) = $0.opener else { return false }
            return true
        }
    }

    /// Continues an activity in this app; what `accept` throws is thrown, and then the other device does not hear that it was
    /// continued.
    ///
    /// - Throws: as ``DeviceHandoff/continueActivity(_:accepting:)``; ``ProtectionError`` with `no-application` for an
    ///   offer that is not this app's.
    @discardableResult
    public func continueActivity(
        _ offer: HandoffOffer.ID,
        accepting accept: (ContinuedActivity) throws -> Void = { _ in }
    ) throws -> ContinuedActivity {
        guard try offers().contains(where: { $0.id == offer }) else {
            guard try device.offers().contains(where: { $0.id == offer }) else {
                throw ProtectionError.expiredOffer
            }
            throw ProtectionError.noApplication
        }
        return try device.continueActivity(offer, accepting: accept)
    }
}
