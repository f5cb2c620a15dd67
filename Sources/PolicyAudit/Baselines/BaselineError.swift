/// Why a file is no baseline.
package struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The facts in lower case, without a full stop.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The error for what a decoder has found.
    init(_ error: DecodingError) {
        let (what, context): (String, DecodingError.Context)
        switch error {
        case .keyNotFound(let key, let found): (what, context) = ("no '\(key.stringValue)'", found)
        case .typeMismatch(_, let found): (what, context) = ("another type than expected", found)
        case .valueNotFound(_, let found): (what, context) = ("nothing", found)
        case .dataCorrupted(let found): (what, context) = ("no JSON", found)
        @unknown default:
            (what, context) = ("no baseline", .init(codingPath: [], debugDescription: ""))
        }
        let place = context.codingPath.map { key in
            key.intValue.map { "[\($0)]" } ?? key.stringValue
        }.joined()
        description = (place.isEmpty ? "" : "\(place): ") + what
    }
}
