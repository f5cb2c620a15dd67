import SystemIO
import Testing

/// A sequence of calls with the results expected of every file system.
struct FileSequence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [(FileStep, String)]

    init(_ name: String, _ steps: [(FileStep, String)]) {
        testDescription = name
        self.steps = steps
    }
}

@Suite("Every file system behaves alike")
struct FileSystemConformanceTests {
    @Test(
        "a sequence of calls gives the results and errors of Linux",
        arguments: FileSystemUnderTest.Kind.allCases,
        FileSequence.all
    )
    func sequence(kind: FileSystemUnderTest.Kind, sequence: FileSequence) throws {
        var steps = FileSteps(try FileSystemUnderTest(kind))
        defer { steps.finish() }
        for (step, expected) in sequence.steps {
            let result = steps.run(step)
            let told = error(in: result)
            #expect(told == expected, "\(step)")
        }
    }

    /// Errors are written in the tables as their name alone.
    private func error(in result: String) -> String {
        for (text, name) in FileSequence.errorNames where result.hasSuffix(text) { return name }
        return result
    }
}
