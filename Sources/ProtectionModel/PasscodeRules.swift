/// What a device's passcode must be like, and what follows from it.
///
/// Source: Apple, Passcode payload (`com.apple.mobiledevice.passwordpolicy`), whose defaults these
/// are: nothing is demanded.
public struct PasscodeRules: Sendable, Hashable {
    /// A device must have a passcode.
    public var isRequired = false
    /// Repeats and runs of three and more characters, such as `111` and `321`, are allowed.
    public var allowsSimple = true
    /// At least one letter is needed.
    public var requiresLetters = false
    /// The fewest characters, 0 to 16.
    public var minimumLength = 0
    /// The fewest characters that are neither letters nor digits, 0 to 4.
    public var minimumComplexCount = 0
    /// How many wrong passcodes in a row erase the device, 2 to 11; nil for no such limit.
    public var maximumFailedAttempts: Int?
    /// After how much idle time the device locks at the latest; nil for no such limit.
    public var maximumInactivity: Duration?
    /// How long after a lock the device may open without its passcode at the most; nil where
    /// nothing is demanded.
    public var maximumGracePeriod: Duration?
    /// How many earlier passcodes may not be used again, 1 to 50; 0 where nothing is demanded.
    public var historyCount = 0
    /// After how many days a passcode must be changed, 1 to 730; nil for no such limit.
    public var maximumAgeInDays: Int?

    /// Demands nothing.
    public init() {}

    /// A rule that a passcode breaks.
    public enum Violation: String, Sendable, Hashable, CaseIterable {
        /// There is none, and one is required.
        case missing
        /// It has fewer than ``PasscodeRules/minimumLength`` characters.
        case tooShort = "too-short"
        /// It has no letter.
        case noLetter = "no-letter"
        /// It has fewer than ``PasscodeRules/minimumComplexCount`` characters that are neither
        /// letters nor digits.
        case tooFewComplexCharacters = "too-few-complex-characters"
        /// It has a repeat or a run.
        case simple
    }

    /// What is wrong with a passcode, in the order of ``Violation``; nil stands for no passcode.
    ///
    /// History and age are not judged: they need more than the passcode.
    public func violations(of passcode: PasscodeTraits?) -> [Violation] {
        guard let passcode else { return isRequired ? [.missing] : [] }
        var violations: [Violation] = []
        if passcode.length < minimumLength { violations.append(.tooShort) }
        if requiresLetters, passcode.letterCount == 0 { violations.append(.noLetter) }
        if passcode.complexCount < minimumComplexCount {
            violations.append(.tooFewComplexCharacters)
        }
        if !allowsSimple, passcode.longestRun >= Self.shortestRun { violations.append(.simple) }
        return violations
    }

    /// Apple's examples of what is simple, `123` and `CBA`, have three characters.
    private static let shortestRun = 3
}

/// What rules ask about a passcode: counts, so that nobody needs a copy of it to judge it.
public struct PasscodeTraits: Sendable, Hashable {
    /// Its characters.
    public var length: Int
    /// Letters among them.
    public var letterCount: Int
    /// Characters that are neither letters nor digits.
    public var complexCount: Int
    /// The longest piece whose characters are equal, or go up or down by one: 3 for `x123y`, 1 for
    /// a passcode without such a piece.
    public var longestRun: Int

    /// Names what was counted.
    public init(length: Int, letterCount: Int, complexCount: Int, longestRun: Int) {
        self.length = length
        self.letterCount = letterCount
        self.complexCount = complexCount
        self.longestRun = longestRun
    }
}
