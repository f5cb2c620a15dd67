import Foundation
import Preferences
import ProtectionModel

extension PreferenceValue {
    /// What `UserDefaults` gives for the value.
    var foundationObject: Any {
        switch self {
        case .boolean(let flag): flag
        // Property lists hold unsigned 64-bit integers, too.
        case .integer(let number):
            if let small = Int(exactly: number) {
                small
            } else {
                UInt64(truncatingIfNeeded: number)
            }
        case .real(let number): number
        case .string(let text): text
        case .date(let time): Date(time)
        case .data(let bytes): Data(bytes)
        case .array(let values): values.map(\.foundationObject)
        case .dictionary(let values): values.mapValues(\.foundationObject)
        }
    }
}
