/// When an item can be used, and what a person is asked first.
package struct ItemAccess: Sendable, Hashable {
    package let accessibility: Accessibility
    /// The flags of `SecAccessControlCreateWithFlags`; 0 for no question.
    package let flags: UInt64

    /// Names a rule; without flags nobody is asked.
    package init(_ accessibility: Accessibility, flags: UInt64 = 0) {
        self.accessibility = accessibility
        self.flags = flags
    }
}
