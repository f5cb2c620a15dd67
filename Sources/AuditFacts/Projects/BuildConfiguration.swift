package import Documents

/// A target's settings under one build configuration.
package struct BuildConfiguration: Sendable, Hashable {
    /// Its name, such as `Release`.
    package let name: String
    /// Whether it is for developers only: `DEBUG` is defined, or optimization and asserts say so.
    package let isDebug: Bool
    /// Build settings with project, target and xcconfig levels merged and variables resolved;
    /// what cannot be resolved keeps its `$(…)`.
    package let settings: [String: String]
    /// The path of the entitlements file; `nil` for none.
    package let entitlementsPath: String?
    /// The entitlements; `nil` for none, and for a file that is missing or unreadable.
    package let entitlements: DocumentNode?
    /// The path of the Info.plist; `nil` for one that is only generated.
    package let infoPath: String?
    /// The Info.plist merged with the `INFOPLIST_KEY_…` settings; `nil` for none at all, and for a
    /// file that is missing or unreadable.
    package let info: DocumentNode?

    /// A configuration with all its parts.
    package init(
        name: String,
        isDebug: Bool = false,
        settings: [String: String] = [:],
        entitlementsPath: String? = nil,
        entitlements: DocumentNode? = nil,
        infoPath: String? = nil,
        info: DocumentNode? = nil
    ) {
        self.name = name
        self.isDebug = isDebug
        self.settings = settings
        self.entitlementsPath = entitlementsPath
        self.entitlements = entitlements
        self.infoPath = infoPath
        self.info = info
    }

    /// The bundle identifier; with `$(…)` in it where it could not be resolved.
    package var bundleIdentifier: String? { settings["PRODUCT_BUNDLE_IDENTIFIER"] }

    /// The lowest version of iOS it runs on, as it is written.
    package var deploymentTarget: String? { settings["IPHONEOS_DEPLOYMENT_TARGET"] }

    /// The point an extension extends, such as `com.apple.usernotifications.service`.
    package var extensionPoint: String? {
        info?["NSExtension"]?["NSExtensionPointIdentifier"]?.string
            ?? info?["EXAppExtensionAttributes"]?["EXExtensionPointIdentifier"]?.string
    }
}
