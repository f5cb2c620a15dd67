public import DeviceIdentifiers
import DeviceSimulation
public import ProtectedNotifications
import ProtectedStore
import ProtectionModel

/// The notifications of the device, for code that shows some and for service extensions.
extension TestDevice {
    /// Makes an app's service extension, as the start of its process does; it is handed the device that
    /// the extension runs on.
    public typealias ServiceFactory = @Sendable (TestDevice) throws -> any ServiceExtension

    /// The notifications of the device; they outlive a ``crash()``, as far as they were durable.
    ///
    /// `notifications.center(of: device.container.application)` is what the app under test takes.
    public var notifications: DeviceNotifications { simulation.notifications }

    /// What the lock screen shows now: on an unlocked device what it shows to its owner.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `authentication-failure`.
    public var lockScreen: NotificationScreen {
        get throws(ProtectionError) {
            monitor.isUsed = true
            return try ProtectionError.wrapping {
                try DeviceMonitor.unseen { try notifications.screen(at: .lockScreen) }
            }
        }
    }

    /// The app under test asks to notify, and the user grants it, with these previews.
    ///
    /// `entitlements` are those of the app's signature: with `filtering` a service extension may answer with
    /// nothing.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` unless the device is unlocked.
    public func allowNotifications(
        _ options: NotificationOptions = [.alert, .badge, .sound],
        previews: PreviewsSetting = .whenUnlocked,
        entitlements: NotificationEntitlements = []
    ) throws {
        monitor.isUsed = true
        let application = container.application
        try DeviceMonitor.unseen {
            let center = notifications.center(of: application)
            try center.requestAuthorization(options, entitlements: entitlements)
            try notifications.answer(.granted, to: application)
            try notifications.updateSettings(of: application) { $0.showsPreviews = previews }
        }
    }

    /// A push comes for the app under test, which may notify by ``allowNotifications(_:previews:entitlements:)``.
    ///
    /// With `makeExtension` its service extension runs where a phone would run it, with this device as the
    /// current one. The device's clock stands meanwhile: an extension that does not answer, and does nothing
    /// for two seconds of real time, is told that its time is up. What the system does for the push is
    /// neither counted nor recorded, and what the extension does is.
    ///
    /// - Returns: how it ended, and what the push is called among the delivered.
    /// - Throws: `ProtectionError` as `DeviceNotifications.push(_:to:service:foreground:)`.
    @discardableResult
    public func push(
        _ payload: RemotePayload,
        running makeExtension: ServiceFactory? = nil
    ) async throws -> PushOutcome {
        monitor.isUsed = true
        let application = container.application
        monitor.note("a push comes for \(application)")
        let service = try makeExtension.map { try hosting($0) }
        return try await DeviceMonitor.unseen {
            try await notifications.push(payload, to: application, service: service)
        }
    }

    private func hosting(
        _ makeExtension: @escaping ServiceFactory
    ) throws -> DeviceNotifications.Service {
        let entitlements = try DeviceMonitor.unseen {
            try notifications.entitlements(of: container.application)
        }
        return { request in
            let process = ServiceProcess(
                self,
                request,
                canFilter: entitlements.contains(.filtering),
                makeExtension
            )
            return await self.services.run(process)
        }
    }
}
