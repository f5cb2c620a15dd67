public import Foundation
public import ProtectionModel

/// Reads Foundation's `UserDefaults`, for programs whose settings live there.
///
/// Foundation on Linux reads a file once and sees what other processes write only after
/// `synchronize()` (swift-corelibs-foundation, `UserDefaults.swift`); it knows no forced values,
/// and takes a damaged file for an empty one. Where that matters use ``DefaultsStore``.
public struct UserDefaultsLookup: PreferenceLookup {
    // Not marked as safe to share on Linux, where it is: every access takes the lock of the class.
    private nonisolated(unsafe) let defaults: UserDefaults

    private let name: String

    /// Reads what `defaults` finds in its domains.
    ///
    /// `name` is that of its own domain: the suite's, else the bundle identifier, else, on Linux,
    /// the process's name.
    public init(_ defaults: UserDefaults, domain name: String) {
        self.defaults = defaults
        self.name = name
    }

    /// What `object(forKey:)` finds, and the first domain that has it.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an object that no property list
    ///   holds; `defaults-unreadable` for defaults that say so, as those of a protected device before the
    ///   first unlock. Apple's do not, and find nothing then.
    public func value(forKey key: String) throws(ProtectionError) -> FoundPreference? {
        if let defaults = defaults as? any DefaultsWithReadability, !defaults.isReadable {
            throw ProtectionError(
                .defaultsUnreadable,
                "the defaults of '\(name)' cannot be read while the device is locked"
            )
        }
        guard let object = defaults.object(forKey: key) else { return nil }
        guard let value = PreferenceValue(object) else {
            throw ProtectionError(
                .invalidArgument,
                "'\(key)' holds an object of type \(type(of: object)), which a property list cannot hold"
            )
        }
        return FoundPreference(value, in: domain(of: key))
    }

    private func domain(of key: String) -> PreferenceDomain {
        if defaults.objectIsForced(forKey: key) { return .managed }
        if defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key] != nil {
            return .argument
        }
        if isStored(key, in: name) { return .application }
        // Foundation on Linux does not say what is registered: it is what is left.
        return isStored(key, in: UserDefaults.globalDomain) ? .global : .registration
    }

    private func isStored(_ key: String, in domain: String) -> Bool {
        defaults.persistentDomain(forName: domain)?[key] != nil
    }
}

extension PreferenceValue {
    /// The value of an object that Foundation read from a property list; nil for any other.
    ///
    /// A boolean is looked for before a number: on Apple's systems one object answers to both.
    package init?(_ object: Any) {
        switch object {
        case let flag as Bool where Self.isBoolean(object): self = .boolean(flag)
        case let integer as Int: self = .integer(Int128(integer))
        case let integer as UInt64: self = .integer(Int128(integer))
        case let real as Double: self = .real(real)
        case let real as Float: self = .real(Double(real))
        case let integer as any BinaryInteger:
            guard let value = Int128(exactly: integer) else { return nil }
            self = .integer(value)
        case let real as any BinaryFloatingPoint: self = .real(Double(real))
        case let text as String: self = .string(text)
        case let data as Data: self = .data([UInt8](data))
        case let date as Date:
            guard let time = Timestamp(date) else { return nil }
            self = .date(time)
        case let array as [Any]:
            var values: [PreferenceValue] = []
            for element in array {
                guard let value = PreferenceValue(element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case let dictionary as [String: Any]:
            var values: [String: PreferenceValue] = [:]
            for (key, element) in dictionary {
                guard let value = PreferenceValue(element) else { return nil }
                values[key] = value
            }
            self = .dictionary(values)
        default: return nil
        }
    }

    /// `NSNumber` answers to `Bool` for 0 and 1 as well; its type tells.
    private static func isBoolean(_ object: Any) -> Bool {
        guard let number = object as? NSNumber else { return object is Bool }
        return String(cString: number.objCType) == "c"
    }
}

extension Timestamp {
    /// Nil for what is not a time: Foundation has dates that are NaN.
    fileprivate init?(_ date: Date) {
        let time = date.timeIntervalSince1970
        guard let seconds = Int64(exactly: time.rounded(.down)) else { return nil }
        self.init(
            seconds: seconds,
            nanoseconds: Int64(((time - time.rounded(.down)) * 1e9).rounded(.down))
        )
    }
}

/// `UserDefaults` that know whether what is stored can be read now.
package protocol DefaultsWithReadability {
    /// Whether a value that is not found is not stored either.
    var isReadable: Bool { get }
}
