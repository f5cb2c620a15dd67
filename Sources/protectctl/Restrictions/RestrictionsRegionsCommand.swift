import ArgumentParser
import ContentRestrictions
import ProtectionModel
import Documents

/// Implements `protectctl restrictions regions`.
struct RestrictionsRegionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regions",
        abstract: "Print the rating tables with their sources; needs no device."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("One region, such as us; 'apps' for the codes of apps."))
    var region: String?

    func run() throws {
        let table = RatingTable.known
        guard let region else { return try list(table) }
        if region.lowercased() == "apps" { return try print("apps", "Apps", [table.apps]) }
        guard let found = table.region(region) else {
            throw ToolError(
                .notFound,
                "there is no rating table for a region '\(region)'",
                hint: "known: " + table.regions.map(\.code).joined(separator: " ")
            )
        }
        try print(found.code, found.name, [found.movies, found.television].compactMap { $0 })
    }

    private func list(_ table: RatingTable) throws {
        guard !global.json else {
            return try global.console.document(
                RegionDocument.All(
                    regions: table.regions.map { RegionDocument($0, version: nil) },
                    sources: table.sources.map { ["id": $0.id, "description": $0.description] }
                )
            )
        }
        var rows = Table([.left, .left, .left, .left])
        rows.add(["code", "region", "movies", "television"])
        for region in table.regions {
            rows.add([region.code, region.name, summary(region.movies), summary(region.television)])
        }
        for line in rows.lines() { try global.console.data(line) }
    }

    private func summary(_ system: RatingSystem?) -> String {
        system.map { "\($0.name), \($0.confidence.rawValue)" } ?? "none"
    }

    private func print(_ code: String, _ name: String, _ systems: [RatingSystem]) throws {
        guard !global.json else {
            return try global.console.document(RegionDocument(code, name, systems, version: 1))
        }
        for (index, system) in systems.enumerated() {
            if index > 0 { try global.console.data("") }
            try global.console.data("\(name): \(system.name) (\(system.confidence.rawValue))")
            var rows = Table([.right, .left, .left])
            for item in system.classes {
                let meaning = item.meaning == .rated ? "" : item.meaning.rawValue
                rows.add(["\(item.value)", item.label, meaning])
            }
            for line in rows.lines() { try global.console.data("  " + line.trimmedAtEnd) }
            if !system.note.isEmpty { try global.console.data("  " + system.note) }
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
