import ArgumentParser
import CloudRecords
import Documents
import ProtectionModel

/// Implements `protectctl records schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Check and compare schemas of containers; needs no device.",
        subcommands: [
            SchemaCheckCommand.self, SchemaDiffCommand.self, SchemaPromoteCommand.self,
        ]
    )
}

/// Implements `protectctl records schema check`.
struct SchemaCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with schemas, each with its line and column.",
        discussion: """
            Ends with 65 when one of them is wrong; the others are checked all the same. What is \
            personal in them and not encrypted, 'protectctl audit' says.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("Files; '-' is stdin.", valueName: "file.ckdb"),
        completion: .file(extensions: ["ckdb"])
    )
    var files: [String]

    func run() throws {
        let failures = FailureLog(global.console, of: "check")
        var reports: [Report] = []
        for path in files {
            do { reports.append(Report(path, try SchemaInput.fault(in: path))) } catch {
                failures.note(error)
            }
        }
        if global.json {
            try global.console.document(Document(schemas: reports))
        } else {
            for report in reports { try print(report) }
        }
        try failures.finish()
        guard reports.allSatisfy(\.problems.isEmpty) else { throw ExitCode(65) }
    }

    private func print(_ report: Report) throws {
        let console = global.console
        let name = console.shown(SchemaInput.name(report.path))
        for problem in report.problems {
            let place = "\(problem.line):\(problem.column)"
            try console.data("\(name):\(place): \(console.shown(problem.message))")
        }
        guard let types = report.types.value, let fields = report.fields.value else { return }
        let count = "\(types) \(types == 1 ? "type" : "types")"
        let rest = "\(fields) \(fields == 1 ? "field" : "fields")"
        try console.data("\(name): \(console.paint("good", .good)), \(count), \(rest)")
    }

    private struct Document: Encodable {
        let version = 1
        let schemas: [Report]
    }

    private struct Report: Encodable {
        struct Problem: Encodable {
            let line: Int
            let column: Int
            let message: String
        }

        let path: String
        let problems: [Problem]
        let types: OrNull<Int>
        let fields: OrNull<Int>

        init(_ path: String, _ found: (schema: RecordSchema?, fault: DocumentFault?)) {
            self.path = path
            problems = [found.fault].compactMap(\.self).map {
                Problem(
                    line: $0.location.line,
                    column: $0.location.column,
                    message: $0.message
                )
            }
            types = OrNull(found.schema?.types.count)
            fields = OrNull(found.schema?.types.reduce(0) { $0 + $1.fields.count })
        }
    }
}

/// Implements `protectctl records schema diff`.
struct SchemaDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Say what would have to change for one schema to become another.",
        discussion: """
            Ends with 1 when they differ, as diff(1) does. Order and comments make no difference.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("The schema as it is.", valueName: "old"),
        completion: .file(extensions: ["ckdb"])
    )
    var old: String
    @Argument(
        help: ArgumentHelp("The schema as it is to be.", valueName: "new"),
        completion: .file(extensions: ["ckdb"])
    )
    var new: String

    func run() throws {
        let console = global.console
        let changes = PlacedChange.all(from: try SchemaInput(old), to: try SchemaInput(new))
        if global.json {
            try console.document(Document(changes: changes.map { ChangeDocument($0) }))
        } else {
            for change in changes {
                let line = console.shown(change.line)
                try console.data(change.change.losesData ? console.paint(line, .bad) : line)
            }
        }
        guard changes.isEmpty else { throw ExitCode(1) }
    }

    private struct Document: Encodable {
        let version = 1
        let changes: [ChangeDocument]
    }
}

/// Implements `protectctl records schema promote`.
struct SchemaPromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Print the schema that users' records are to follow from now on.",
        discussion: """
            A promotion adds: what would drop a type or a field, or give a field another type, is \
            refused with a list of all that does. Roles, grants and indexes become those of the new \
            schema. The text has no comments, as that which Apple's tools export.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Where to write it; '-' is stdout.", valueName: "file"),
        completion: .file(extensions: ["ckdb"])
    )
    var output = "-"
    @Argument(
        help: ArgumentHelp("The schema of production.", valueName: "production"),
        completion: .file(extensions: ["ckdb"])
    )
    var production: String
    @Argument(
        help: ArgumentHelp("The schema of development.", valueName: "development"),
        completion: .file(extensions: ["ckdb"])
    )
    var development: String

    func run() throws {
        let (old, new) = (try SchemaInput(production), try SchemaInput(development))
        let changes = PlacedChange.all(from: old, to: new)
        try refuseLosses(among: changes)
        let promoted = try old.document.schema.promoted(to: new.document.schema)
        if output != "-" {
            try HostText.write(
                promoted.text,
                to: output,
                hint: "name a file in a folder that exists"
            )
        }
        if global.json {
            try global.console.document(
                Document(
                    changes: changes.map { ChangeDocument($0) },
                    schema: OrNull(output == "-" ? promoted.text : nil)
                )
            )
        } else if output == "-" {
            try HostText.write(promoted.text, to: output, hint: "")
        } else {
            let count = changes.count
            global.console.talk(
                "wrote '\(output)', with \(count) \(count == 1 ? "change" : "changes")"
            )
        }
    }

    /// Reports all that a promotion would drop or retype, and ends the command where there is any.
    private func refuseLosses(among changes: [PlacedChange]) throws {
        let failures = FailureLog(global.console, of: "promote")
        for loss in changes where loss.change.losesData {
            failures.note(
                ToolError(
                    .invalidArgument,
                    "\(loss.line), which a promotion never does",
                    path: loss.path,
                    hint: "leave what is there as it is; another type needs a field of its own"
                )
            )
        }
        try failures.finish()
    }

    private struct Document: Encodable {
        let version = 1
        let changes: [ChangeDocument]
        let schema: OrNull<String>
    }
}
