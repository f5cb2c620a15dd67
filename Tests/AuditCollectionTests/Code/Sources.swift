import AuditCollection
import AuditFacts

/// Reads a few lines of code.
enum Sources {
    static func swift(_ text: String, watched: Set<String> = ["watched"]) -> CodeFile {
        SwiftSourceReader.read(path: "a.swift", bytes: Array(text.utf8), watched: watched)
    }

    static func objectiveC(_ text: String, watched: Set<String> = ["watched"]) -> CodeFile {
        ObjectiveCSourceReader.read(path: "a.m", bytes: Array(text.utf8), watched: watched)
    }

    /// What the statements `text` of a Swift function are.
    static func swiftBody(_ text: String) -> String {
        outline(swift("func f() {\n\(text)\nlet last = watched\n}"))
    }

    /// What the statements `text` of a C function are.
    static func objectiveCBody(_ text: String) -> String {
        outline(objectiveC("void f(void) {\n\(text)\nwatched;\n}"))
    }

    private static func outline(_ file: CodeFile) -> String {
        let flaws = file.flaws.map { "!\($0.place.line) \($0.message) " }.joined()
        return flaws + CodeOutline.of(Array((file.functions.last?.body ?? []).dropLast()))
    }
}
