/// Whose code a file is.
package enum FileScope: UInt8, Sendable, Hashable {
    /// The app's, its extensions' or its own packages'.
    case app
    /// Tests, test support, previews and mocks.
    case tests
    /// Copied in from others: Pods, Carthage, Vendor, ThirdParty, SourcePackages.
    case vendored
    /// Scripts, fastlane, code generators, templates.
    case tools
}
