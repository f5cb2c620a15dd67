import ArgumentParser

/// Implements `protectctl records`.
struct RecordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Records in a cloud: their schemas, and what the service reads of them.",
        discussion: """
            A schema is a file of Apple's CloudKit Schema Language (.ckdb), as 'cktool export-schema' \
            writes it.
            """,
        subcommands: [RecordsExposureCommand.self, SchemaCommand.self]
    )
}
