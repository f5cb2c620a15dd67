import ProtectionModel

extension ExecutionContext {
    /// The name of the context of notification service extensions.
    package static let notificationService = "notification-service"

    /// The contexts that iOS has, with what declares them in a project.
    ///
    /// A row that runs locked means "after the first unlock": what also starts before it, after a
    /// restart in the night, is the row of its own at the end. Sources: Apple's list of extension
    /// points and of `UIBackgroundModes`; threads in which apps found their data locked (Element on
    /// VoIP pushes, Linphone and Loop before the first unlock, MMWormhole on watch extensions,
    /// Cryptomator on file providers).
    package static let known: [ExecutionContext] = [
        .init("foreground", "the app on the screen", unlocked),
        .init(
            notificationService,
            "changes a push before it is shown",
            locked,
            ["com.apple.usernotifications.service"]
        ),
        .init(
            "notification-content",
            "shows a notification of its own",
            locked,
            ["com.apple.usernotifications.content-extension"]
        ),
        .init("voip", "an incoming call starts the app", locked, modes: ["voip"]),
        .init(
            "background-task",
            "a task the system runs when it sees fit",
            locked,
            modes: ["processing"]
        ),
        .init("background-fetch", "the system lets the app fetch", locked, modes: ["fetch"]),
        .init("silent-push", "a push wakes the app", locked, modes: ["remote-notification"]),
        .init(
            "background-transfer",
            "a background URL session wakes the app",
            locked
        ),
        .init("audio", "plays or records", locked, modes: ["audio"]),
        .init("location", "the location has changed", locked, modes: ["location"]),
        .init(
            "bluetooth",
            "an accessory sends data",
            locked,
            modes: [
                "bluetooth-central", "bluetooth-peripheral", "external-accessory",
                "nearby-interaction",
            ]
        ),
        .init("push-to-talk", "someone speaks on a channel", locked, modes: ["push-to-talk"]),
        .init("health", "HealthKit delivers in the background", locked),
        .init(
            "widget",
            "a widget, complication or live activity draws itself",
            locked,
            ["com.apple.widgetkit-extension", "com.apple.widget-extension"]
        ),
        .init(
            "intents",
            "Siri or a shortcut asks",
            locked,
            [
                "com.apple.intents-service", "com.apple.intents-ui-service",
                "com.apple.appintents-extension",
            ]
        ),
        .init(
            "file-provider",
            "the Files app asks for documents",
            locked,
            ["com.apple.fileprovider-nonui", "com.apple.fileprovider-actionsui"]
        ),
        .init(
            "packet-tunnel",
            "a VPN, proxy or filter runs",
            locked,
            [
                "com.apple.networkextension.packet-tunnel", "com.apple.networkextension.app-proxy",
                "com.apple.networkextension.filter-data",
                "com.apple.networkextension.filter-control",
                "com.apple.networkextension.dns-proxy", "com.apple.networkextension.app-push",
            ]
        ),
        .init(
            "watch",
            "a watch asks the phone or runs by itself",
            locked,
            ["com.apple.watchkit", "com.apple.watchkit.extension"]
        ),
        .init(
            "call-directory",
            "names callers and says who is blocked",
            locked,
            [
                "com.apple.callkit.call-directory", "com.apple.identitylookup.message-filter",
                "com.apple.identitylookup.classification-ui",
            ]
        ),
        .init(
            "share",
            "another app shares something",
            unlocked,
            ["com.apple.share-services", "com.apple.broadcast-services-upload"]
        ),
        .init(
            "action",
            "another app has it work on something",
            unlocked,
            [
                "com.apple.ui-services", "com.apple.services", "com.apple.Safari.web-extension",
                "com.apple.Safari.content-blocker", "com.apple.photo-editing",
            ]
        ),
        .init(
            "autofill",
            "fills in a password",
            unlocked,
            ["com.apple.authentication-services-credential-provider-ui"]
        ),
        .init("keyboard", "a keyboard of the app's own", unlocked, ["com.apple.keyboard-service"]),
        .init(
            "spotlight",
            "indexes in the background",
            locked,
            ["com.apple.spotlight.index", "com.apple.spotlight.import"]
        ),
        .init(
            "launch-before-first-unlock",
            "a push, a location or the system starts the app after a restart",
            [.beforeFirstUnlock]
        ),
    ]

    private static let unlocked: Set<LockState> = [.unlocked, .locking]
    private static let locked: Set<LockState> = [.unlocked, .locking, .locked]

    private init(
        _ name: String,
        _ title: String,
        _ states: Set<LockState>,
        _ extensionPoints: [String] = [],
        modes: [String] = []
    ) {
        self.init(
            name: name,
            title: title,
            states: states,
            extensionPoints: extensionPoints,
            backgroundModes: modes
        )
    }
}
