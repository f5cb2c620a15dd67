import Foundation

/// The repository that the tests were built from.
enum Checkout {
    /// Its folder.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
}
