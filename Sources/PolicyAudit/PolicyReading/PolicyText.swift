/// The text of a policy with what it is called.
package struct PolicyText: Sendable {
    package let reference: PolicyReference
    package let bytes: [UInt8]

    /// A shipped policy.
    package init(_ policy: ShippedPolicy) {
        reference = .shipped(policy)
        bytes = policy.text
    }

    /// The text of the file at `path`, called as it is where another policy extends it.
    package init(file path: String, _ bytes: [UInt8]) {
        reference = .file(PolicyReference.normalized(path))
        self.bytes = bytes
    }
}
