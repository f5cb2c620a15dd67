import StructuredText

/// The reading of scenario files: YAML, and so JSON too.
package enum ScenarioFile {
    /// The scenario in `text`; `file` names it in messages and reports.
    ///
    /// - Throws: ``ScenarioError`` with `malformed-scenario` and the place in the text.
    package static func load(text: String, file: String) throws(ScenarioError) -> [Scenario] {
        do throws(TextError) {
            return [try Scenario(TextDocument.parse(text), file: file)]
        } catch { throw ScenarioError(error, file: file) }
    }

    /// The scenario in the UTF-8 text `bytes`; `file` names it in messages and reports.
    ///
    /// - Throws: ``ScenarioError`` with `malformed-scenario` and the place in the text.
    package static func load(bytes: [UInt8], file: String) throws(ScenarioError) -> [Scenario] {
        do throws(TextError) {
            return [try Scenario(TextDocument.parse(bytes), file: file)]
        } catch { throw ScenarioError(error, file: file) }
    }
}
