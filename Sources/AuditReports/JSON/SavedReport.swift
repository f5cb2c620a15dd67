import AuditFacts
package import AuditRules
import FoundationEssentials
package import ProtectionModel
import Documents

/// A report that was saved as JSON.
package struct SavedReport: Sendable {
    /// More than any audit of a real app writes, and little enough to be read on a small machine.
    package static let byteLimit = 64 << 20

    /// The model it was made from.
    package let report: AuditReport

    /// Reads what ``JSONReporter`` wrote; unknown keys are ignored.
    ///
    /// - Throws: `malformed-report`, or `unsupported-version` for one of a newer version.
    package init(reading bytes: [UInt8]) throws(SavedReportError) {
        guard bytes.count <= Self.byteLimit else {
            throw Self.malformed("larger than \(ByteText.format(UInt64(Self.byteLimit)))")
        }
        guard !bytes.contains(0) else { throw Self.malformed("not JSON") }
        do { try CombiningMarks.check(json: bytes) } catch {
            throw Self.malformed(error.description)
        }
        // The version first: nothing else is known of a newer one.
        let version = try Self.decode(Version.self, bytes).version
        guard version <= ReportDocument.currentVersion else {
            throw SavedReportError(
                code: .unsupportedVersion,
                message: "version \(version); this tool knows 1",
                place: "version"
            )
        }
        guard version == ReportDocument.currentVersion else {
            throw Self.malformed("unknown version \(version)", at: "version")
        }
        let document = try Self.decode(ReportDocument.self, bytes)
        report = document.report
        try requireOrder()
    }

    private struct Version: Decodable {
        let version: Int
    }

    private func requireOrder() throws(SavedReportError) {
        for (index, finding) in report.findings.enumerated() where finding.endLine < finding.line {
            throw Self.malformed("before the first line", at: "findings[\(index)].endLine")
        }
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8]
    ) throws(SavedReportError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw malformed(error)
        } catch {
            throw malformed("not JSON")
        }
    }

    private static func malformed(_ error: DecodingError) -> SavedReportError {
        switch error {
        case .keyNotFound(let key, let context):
            malformed("the key is missing", at: place(context.codingPath + [key]))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            malformed("a value of another type is expected", at: place(context.codingPath))
        case .dataCorrupted(let context):
            malformed(
                context.codingPath.isEmpty ? "not JSON" : context.debugDescription,
                at: place(context.codingPath)
            )
        @unknown default: malformed("not a saved report")
        }
    }

    private static func malformed(_ message: String, at place: String = "") -> SavedReportError {
        SavedReportError(code: .malformedReport, message: message, place: place)
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}

/// Why a saved report cannot be read.
package struct SavedReportError: Error, Hashable, CustomStringConvertible {
    /// `malformed-report` or `unsupported-version`.
    package let code: ErrorCode
    /// What is wrong, in lower case without a full stop.
    package let message: String
    /// Where, such as `findings[3].line`; empty for the whole of it.
    package let place: String

    /// Place and message.
    package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
