import Documents

/// The reading of scenario files: YAML or JSON; a file whose name ends in `.json` is JSON.
package enum ScenarioFile {
    /// The greatest length in bytes.
    package static let byteLimit = DocumentLimits.standard.byteCount

    /// The scenario in `text`; `file` names it in messages and reports.
    ///
    /// - Throws: ``ScenarioError`` with `malformed-scenario` and the place in the text.
    package static func load(text: String, file: String) throws(ScenarioError) -> [Scenario] {
        do {
            return [try Scenario(TextDocument.parse(text, isJSON: isJSON(file)), file: file)]
        } catch { throw ScenarioError(error, file: file) }
    }

    /// The scenario in the UTF-8 text `bytes`; `file` names it in messages and reports.
    ///
    /// - Throws: ``ScenarioError`` with `malformed-scenario` and the place in the text.
    package static func load(bytes: [UInt8], file: String) throws(ScenarioError) -> [Scenario] {
        do {
            return [try Scenario(TextDocument.parse(bytes, isJSON: isJSON(file)), file: file)]
        } catch { throw ScenarioError(error, file: file) }
    }

    private static func isJSON(_ file: String) -> Bool { file.lowercased().hasSuffix(".json") }
}
