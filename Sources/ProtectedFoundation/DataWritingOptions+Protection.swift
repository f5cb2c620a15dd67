public import Foundation
public import ProtectionModel

extension Data.WritingOptions {
    /// The class that is asked for; nil for none, and for a level that no version knows.
    ///
    /// The levels are numbers in the top four bits, of which exactly one can be asked for.
    /// (swift-foundation, `Data.swift`.)
    public var protection: ProtectionClass? {
        switch rawValue >> 28 & 0xF {
        case 1: ProtectionClass.none
        case 2: .complete
        case 3: .completeUnlessOpen
        case 4: .completeUntilFirstUserAuthentication
        case 5: .completeWhenUserInactive
        default: nil
        }
    }

    #if !canImport(Darwin)
    /// The file can be read from the first unlock until the user has been inactive for a while; the
    /// constant that Foundation on Linux lacks.
    public static let completeFileProtectionWhenUserInactive = Data.WritingOptions(
        rawValue: 0x5000_0000
    )
    #endif
}

// Foundation before 6.4 combines the levels bit by bit, so that "unless open" (3) contains "none" (1)
// and "complete" (2): swift-foundation's pull request 1822. Where this module is imported they are
// combined as they are on Apple's systems.
#if !canImport(Darwin) && compiler(<6.4)
extension Data.WritingOptions {
    private static let levelMask: UInt = 0xF000_0000
    private var level: UInt { rawValue & Self.levelMask }
    private var flags: UInt { rawValue & ~Self.levelMask }

    private init(level: UInt, flags: UInt) {
        self.init(rawValue: level | flags)
    }

    /// Whether all options of `member` are there; a level only counts as itself.
    public func contains(_ member: Self) -> Bool {
        (member.level == 0 || member.level == level) && member.flags & ~flags == 0
    }

    /// Whether `other` has all of these.
    public func isSubset(of other: Self) -> Bool { other.contains(self) }

    /// Whether these are all of `other`.
    public func isSuperset(of other: Self) -> Bool { contains(other) }

    /// Everything that either has; of two levels the receiver's.
    public func union(_ other: Self) -> Self {
        Self(level: level == 0 ? other.level : level, flags: flags | other.flags)
    }

    /// What both have; two different levels have nothing in common.
    public func intersection(_ other: Self) -> Self {
        Self(level: level == other.level ? level : 0, flags: flags & other.flags)
    }

    /// What only one of the two has; of two levels neither.
    public func symmetricDifference(_ other: Self) -> Self {
        let isOne = level == 0 || other.level == 0
        return Self(level: isOne ? level | other.level : 0, flags: flags ^ other.flags)
    }

    /// Adds options; a level that is there stays.
    public mutating func formUnion(_ other: Self) { self = union(other) }

    /// Keeps what `other` has, too.
    public mutating func formIntersection(_ other: Self) { self = intersection(other) }

    /// Keeps what only one of both has.
    public mutating func formSymmetricDifference(_ other: Self) {
        self = symmetricDifference(other)
    }

    /// Adds options.
    ///
    /// - Returns: whether any was missing.
    @discardableResult
    public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
        defer { formUnion(newMember) }
        return (!contains(newMember), newMember)
    }

    /// Takes options away.
    ///
    /// - Returns: those that were there; nil for none.
    @discardableResult
    public mutating func remove(_ member: Self) -> Self? {
        let gone = Self(level: level == member.level ? level : 0, flags: flags & member.flags)
        self = Self(level: level & ~gone.level, flags: flags & ~gone.flags)
        return gone.rawValue == 0 ? nil : gone
    }

    /// Takes away what `other` has.
    public mutating func subtract(_ other: Self) { remove(other) }

    /// What `other` lacks.
    public func subtracting(_ other: Self) -> Self {
        var rest = self
        rest.remove(other)
        return rest
    }
}
#endif
