import ContentRestrictions
import Testing

@Suite("The table of ratings")
struct RatingTableTests {
    private static var systems: [RatingSystem] {
        RatingTable.known.regions.flatMap { [$0.movies, $0.television] }.compactMap { $0 }
            + [RatingTable.known.apps]
    }

    @Test("every label and alias leads to its class, however it is written")
    func labels() {
        for system in Self.systems {
            for rating in system.classes where !rating.label.isEmpty {
                for label in [rating.label] + rating.aliases {
                    for written in [label, label.uppercased(), " \(label.lowercased())\u{A0}"] {
                        let found = system.rating(labelled: written)
                        #expect(found?.value == rating.value, "\(system.name) \(written)")
                    }
                }
            }
        }
    }

    @Test("classes stand from the mildest to the strongest, with numbers from 0 to 1000")
    func order() {
        for system in Self.systems {
            let values = system.classes.filter { $0.meaning == .rated }.map(\.value)
            #expect(values == values.sorted(), "\(system.name)")
            #expect(values.allSatisfy { (0...1000).contains($0) })
            #expect(system.rating(labelled: "unrated")?.meaning == .unrated, "\(system.name)")
        }
    }

    @Test("a number that several lists give rests on more than one")
    func agreement() {
        for system in Self.systems where system.confidence == .corroborated {
            for rating in system.classes where rating.meaning == .rated {
                #expect(rating.agreeingSources > 1, "\(system.name) \(rating.label)")
            }
        }
    }

    @Test("no two systems have one name, and every region has movies")
    func names() {
        let table = RatingTable.known
        let names = Self.systems.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        #expect(table.regions.allSatisfy { $0.movies != nil })
        #expect(table.regions.filter(\.isOfferedByProfiles).count == 9)
        #expect(table.region("UK")?.code == "gb")
        #expect(table.region(" Us ")?.code == "us")
        #expect(table.region("") == nil)
        #expect(table.system(named: "DE-Movies")?.name == "de-movie")
    }

    @Test("numbers that rest on one list are marked")
    func confidence() {
        let marked = Self.systems.filter(\.confidence.restsOnOneList).map(\.name)
        #expect(marked.count == 5)
        #expect(marked.contains("nz-tv") && !marked.contains("us-tv"))
        #expect(!RatingTable.known.sources.isEmpty)
    }

    @Test(
        "white space within and around a label is one space or none, of whatever sort",
        arguments: [
            "Ab 16 Jahren", " ab 16 jahren", "AB 16 JAHREN  ", "\tAb  16\r\n Jahren ",
            "\u{A0}Ab 16\u{2003}Jahren", "Ab\u{B}16\u{C}Jahren", "ab\u{200B} 16 Jahren\u{FEFF}",
        ]
    )
    func spaces(label: String) throws {
        let movies = try #require(RatingTable.known.region(" DE\n")?.movies)
        #expect(movies.rating(labelled: label)?.value == 500)
        #expect(movies.rating(labelled: label + "x") == nil)
    }
}
