package import AuditFacts
package import AuditPolicy
package import ProtectionModel
import Documents

extension Target {
    /// The entitlement that gives new files a class.
    package static let defaultClassKey = "com.apple.developer.default-data-protection"

    /// The configurations that reach users: all that are not for developers only, or all.
    package var releases: [BuildConfiguration] {
        let releases = configurations.filter { !$0.isDebug }
        return releases.isEmpty ? configurations : releases
    }

    /// Whether it is an app or extension for iOS, iPadOS or an unknown system.
    package var isProcess: Bool {
        (kind == .app || kind == .appExtension)
            && (platforms.isEmpty || platforms.contains("ios"))
    }

    /// The weakest class that its entitlements give new files; `nil` where a release has none.
    package var defaultClass: ProtectionClass? {
        let classes = releases.compactMap { configuration in
            configuration.entitlements?[Self.defaultClassKey]?.string.flatMap {
                ProtectionClass(named: $0)
            }
        }
        guard !classes.isEmpty, classes.count == releases.count else { return nil }
        return classes.min { $0.strength < $1.strength }
    }

    /// The path of the first Info.plist that a release has; `nil` where all are generated.
    package var infoPath: String? { releases.lazy.compactMap(\.infoPath).first }

    /// Its extension point in any release.
    package var extensionPoint: String? { releases.lazy.compactMap(\.extensionPoint).first }

    /// Values of `UIBackgroundModes` in any release.
    package var backgroundModes: Set<String> {
        Set(releases.flatMap { $0.info?["UIBackgroundModes"]?.strings ?? [] })
    }

    /// App groups that its entitlements name in any release.
    package var appGroups: Set<String> {
        Set(
            releases.flatMap {
                $0.entitlements?["com.apple.security.application-groups"]?.strings ?? []
            }
        )
    }

    /// The circumstances it runs in by its extension point and background modes, of those in
    /// `policy`.
    package func contexts(in policy: Policy) -> [ExecutionContext] {
        let point = extensionPoint
        let modes = backgroundModes
        return policy.contexts.filter { context in
            point.map(context.extensionPoints.contains) ?? false
                || context.backgroundModes.contains(where: modes.contains)
        }
    }
}
