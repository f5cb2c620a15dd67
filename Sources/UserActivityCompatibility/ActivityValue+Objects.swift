import Foundation
import Handoff
import ProtectionModel

extension ActivityValue {
    /// User info of an app.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument`, which names the key, for anything but text, numbers,
    ///   booleans, dates, data, URLs of other schemes than `file`, UUIDs, and arrays, sets and dictionaries of them.
    static func userInfo(
        _ userInfo: [AnyHashable: Any]
    ) throws(ProtectionError) -> [String: ActivityValue] {
        try dictionary(userInfo.map { ($0.base, $1) }, "user info", depth: 1)
    }

    private init(_ object: Any, _ name: String, depth: Int) throws(ProtectionError) {
        guard depth <= 16 else {
            throw ProtectionError(.invalidArgument, "'\(name)' of user info is nested too deep")
        }
        if let simple = Self.simple(object) {
            self = simple
            return
        }
        switch object {
        case let array as NSArray: self = .array(try Self.values(array.map { $0 }, name, depth))
        case let array as [Any]: self = .array(try Self.values(array, name, depth))
        case let set as NSSet: self = .set(Set(try Self.values(set.allObjects, name, depth)))
        case let set as Set<AnyHashable>:
            self = .set(Set(try Self.values(set.map(\.base), name, depth)))
        case let values as NSDictionary:
            let entries = values.map { ($0.key, $0.value) }
            self = .dictionary(try Self.dictionary(entries, name, depth: depth + 1))
        case let values as [AnyHashable: Any]:
            let entries = values.map { ($0.base, $1) }
            self = .dictionary(try Self.dictionary(entries, name, depth: depth + 1))
        default:
            throw ProtectionError(
                .invalidArgument,
                "'\(name)' of user info is of type \(type(of: object)), which an activity cannot carry"
            )
        }
    }

    private static func simple(_ object: Any) -> ActivityValue? {
        switch object {
        case is NSNull: .null
        case let flag as Bool where isBoolean(object): .boolean(flag)
        case let number as NSNumber where type(of: object) is NSNumber.Type: Self.number(number)
        case let number as any BinaryInteger: Int64(exactly: number).map { .integer($0) }
        case let number as any BinaryFloatingPoint: .real(Double(number))
        case let text as String: .text(text)
        case let data as Data: .data([UInt8](data))
        case let date as Date: Timestamp(date).map { .date($0) }
        case let uuid as UUID: .uuid(uuid)
        case let url as URL: .url(url.absoluteString)
        default: nil
        }
    }

    private static func number(_ number: NSNumber) -> ActivityValue? {
        switch String(cString: number.objCType) {
        case "d", "f": .real(number.doubleValue)
        case "Q": Int64(exactly: number.uint64Value).map { .integer($0) }
        default: .integer(number.int64Value)
        }
    }

    /// `NSNumber` answers to `Bool` for 0 and 1 as well; its type tells.
    private static func isBoolean(_ object: Any) -> Bool {
        guard let number = object as? NSNumber else { return object is Bool }
        return String(cString: number.objCType) == "c"
    }

    private static func values(
        _ objects: [Any],
        _ name: String,
        _ depth: Int
    ) throws(ProtectionError) -> [ActivityValue] {
        var values: [ActivityValue] = []
        for object in objects { values.append(try ActivityValue(object, name, depth: depth + 1)) }
        return values
    }

    private static func dictionary(
        _ entries: [(Any, Any)],
        _ name: String,
        depth: Int
    ) throws(ProtectionError) -> [String: ActivityValue] {
        var values: [String: ActivityValue] = [:]
        for (key, object) in entries {
            guard let key = key as? String else {
                throw ProtectionError(.invalidArgument, "a key of \(name) is not text")
            }
            values[key] = try ActivityValue(object, key, depth: depth + 1)
        }
        return values
    }

    /// As the other app gets it; a file of the device by its path there.
    var object: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let flag): flag
        case .integer(let number): Int(number)
        case .real(let number): number
        case .date(let time): Date(time)
        case .text(let text): text
        case .data(let bytes): Data(bytes)
        case .uuid(let uuid): uuid
        case .url(let url): URL(string: url) ?? url
        case .file(let path): URL(filePath: path.description)
        case .array(let values): values.map(\.object)
        case .set(let values): Set(values.compactMap { $0.object as? AnyHashable })
        case .dictionary(let values): values.mapValues(\.object)
        }
    }
}

extension Timestamp {
    /// Nil for what is not a time: Foundation has dates that are NaN.
    init?(_ date: Date) {
        let time = date.timeIntervalSince1970
        guard let seconds = Int64(exactly: time.rounded(.down)) else { return nil }
        self.init(
            seconds: seconds,
            nanoseconds: Int64(((time - time.rounded(.down)) * 1e9).rounded(.down))
        )
    }
}

extension Date {
    fileprivate init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}
