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
