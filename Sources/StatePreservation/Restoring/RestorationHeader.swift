/// What is known of an archive before its state is taken.
public struct RestorationHeader: Sendable, Hashable {
    /// The version of the archive's form.
    public let formatVersion: Int
    /// `CFBundleVersion` of the application that saved it, as it was given then; UIKit's
    /// `stateRestorationBundleVersionKey`.
    public let bundleVersion: String

    /// Says who saved, for tests of a `shouldRestore`.
    public init(formatVersion: Int, bundleVersion: String) {
        self.formatVersion = formatVersion
        self.bundleVersion = bundleVersion
    }
}
