import Testing

/// A promise of the contract: this line ends so.
struct Refused {
    let line: String
    let status: Int32
    let code: String
    let hasHint: Bool

    init(_ line: String, _ status: Int32, _ code: String, hint: Bool = false) {
        self.line = line
        self.status = status
        self.code = code
        hasHint = hint
    }

    /// Checks the promise in prose and in JSON.
    func check(on desk: Desk, at location: SourceLocation = #_sourceLocation) throws {
        let prose = try desk.run(line)
        let name = Comment(rawValue: "\(line): \(prose.status) \(prose.talk)")
        #expect(prose.status == status, name, sourceLocation: location)
        #expect(prose.output.isEmpty, name, sourceLocation: location)
        #expect(prose.talk.hasPrefix("protectctl: error: "), name, sourceLocation: location)
        #expect(
            prose.talk.contains("\nprotectctl: hint: ") == hasHint,
            name,
            sourceLocation: location
        )
        let json = try desk.run("--json " + line)
        #expect(json.status == status, name, sourceLocation: location)
        #expect(json.output.isEmpty, name, sourceLocation: location)
        #expect(json.talk.filter { $0 == "\n" }.count == 1, name, sourceLocation: location)
        let error = try json.error()
        #expect(error["code"]?.string == code, name, sourceLocation: location)
        #expect(error["message"]?.string?.isEmpty == false, name, sourceLocation: location)
        #expect((error["hint"]?.string != nil) == hasHint, name, sourceLocation: location)
        let known: Set = ["code", "message", "hint", "path", "retryAfter"]
        #expect(known.isSuperset(of: error.keys), name, sourceLocation: location)
    }
}
