package import PolicyAudit

/// Reads what an Objective-C or C source or header says.
package enum ObjectiveCSourceReader {
    /// The facts of the source `bytes` at `path`.
    ///
    /// Bodies of functions are kept where they name any of `watched`, in selectors any part of them.
    package static func read(path: String, bytes: [UInt8], watched: Set<String>) -> CodeFile {
        let flaw = SourceFlaw("built without Objective-C support", at: .start)
        return CodeFile(path: path, language: .objectiveC, flaws: [flaw])
    }
}
