import Foundation
import Testing

/// The outcome of running the tool.
struct ToolRun {
    /// The exit status; 137 when it took too long.
    let status: Int32
    /// Standard output.
    let output: String
    /// Standard error.
    let talk: String

    /// Standard output as one JSON document.
    func json() throws -> JSONValue { try JSONValue(text: output) }

    /// The error object on standard error.
    func error() throws -> [String: JSONValue] {
        let line = try #require(talk.split(separator: "\n").last, "there is no error")
        let document = try #require(try JSONValue(text: String(line)).object)
        #expect(document.keys.sorted() == ["error"])
        return try #require(document["error"]?.object)
    }

    /// The code of the error object on standard error.
    func code() throws -> String? { try error()["code"]?.string }
}
