import CloudRecords

/// What is in a cloud after a run, to be compared with another run.
struct CloudContent {
    /// Where records lie, and of which type they are.
    struct Place: Hashable, Comparable {
        let database: DatabaseScope
        let zone: String
        let type: String

        static func < (left: Place, right: Place) -> Bool {
            (left.database.rawValue, left.zone, left.type)
                < (right.database.rawValue, right.zone, right.type)
        }
    }

    /// A record as far as it is compared.
    struct Row: Hashable {
        var name: String?
        var fields: [String: RecordValue]

        /// Such as `'Note' a, text "milk"`.
        func sentence(_ type: String) -> String {
            let values = fields.sorted { $0.key < $1.key }.compactMap { key, value in
                value.short.map { "\(key) \($0)" }
            }
            return "'\(type)'"
                + ([name].compactMap(\.self) + values).map { " " + $0 }
                .joined(separator: ",")
        }
    }

    private(set) var rows: [Place: [Row]] = [:]

    init(_ records: [ServerRecord]) {
        for record in records where !record.isRemoved && record.type != RecordSchema.userType {
            let place = Place(
                database: record.database,
                zone: record.id.zone.name,
                type: record.type
            )
            rows[place, default: []].append(Row(name: record.id.name, fields: record.fields))
        }
    }

    /// What is the same in two undisturbed runs: names and fields in which they differ are left out.
    func stable(beside other: CloudContent) -> Stability {
        var unstable = Stability()
        for place in Set(rows.keys).union(other.rows.keys) {
            let (own, others) = (rows[place] ?? [], other.rows[place] ?? [])
            if own.count != others.count { unstable.counts.insert(place) }
            if Self.bag(own.map(\.name)) != Self.bag(others.map(\.name)) {
                unstable.names.insert(place)
            }
            for key in Set((own + others).flatMap { $0.fields.keys })
            where Self.bag(own.map { $0.fields[key] }) != Self.bag(others.map { $0.fields[key] }) {
                unstable.fields[place, default: []].insert(key)
            }
        }
        return unstable
    }

    /// What differs between runs of the same code.
    struct Stability {
        var counts: Set<Place> = []
        var names: Set<Place> = []
        var fields: [Place: Set<String>] = [:]
    }

    private static func bag<Value: Hashable>(_ values: [Value]) -> [Value: Int] {
        values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private func comparable(_ place: Place, _ unstable: Stability) -> [Row] {
        (rows[place] ?? []).map { row in
            Row(
                name: unstable.names.contains(place) ? nil : row.name,
                fields: row.fields.filter { unstable.fields[place]?.contains($0.key) != true }
            )
        }
    }

    /// What is wrong with another content, a sentence each.
    func faults(of other: CloudContent, _ unstable: Stability) -> [String] {
        var faults: [String] = []
        for place in Set(rows.keys).union(other.rows.keys).sorted() {
            var missing = Self.bag(comparable(place, unstable))
            var more: [Row] = []
            for row in other.comparable(place, unstable) {
                if let count = missing[row] {
                    missing[row] = count > 1 ? count - 1 : nil
                } else {
                    more.append(row)
                }
            }
            let expected = Set(comparable(place, unstable).map(\.fields))
            faults += Self.faults(place, missing: Array(missing.keys), more, expected)
        }
        return faults
    }

    private static func faults(
        _ place: Place,
        missing: [Row],
        _ more: [Row],
        _ expected: Set<[String: RecordValue]>
    ) -> [String] {
        let type = place.type
        var lost = missing.sorted { $0.sentence(type) < $1.sentence(type) }
        var faults: [String] = []
        for row in more.sorted(by: { $0.sentence(type) < $1.sentence(type) }) {
            if let index = lost.firstIndex(where: { $0.name != nil && $0.name == row.name }) {
                faults.append(
                    "\(lost.remove(at: index).sentence(type)) is in the cloud as "
                        + row.sentence(type)
                )
            } else if expected.contains(row.fields) {
                faults.append("\(row.sentence(type)) was saved twice")
            } else {
                faults.append("\(row.sentence(type)) is in the cloud, and not undisturbed")
            }
        }
        return faults + lost.map { "\($0.sentence(type)) was lost: it is not in the cloud" }
    }

    /// The same by numbers alone.
    func countFaults(of other: CloudContent, _ unstable: Stability) -> [String] {
        Set(rows.keys).union(other.rows.keys).subtracting(unstable.counts).sorted().compactMap {
            place in
            let (own, others) = (rows[place]?.count ?? 0, other.rows[place]?.count ?? 0)
            guard own != others else { return nil }
            return others < own
                ? "\(own - others) of \(own) records of '\(place.type)' were lost"
                : "\(others) records of '\(place.type)' are in the cloud instead of \(own)"
        }
    }
}

extension RecordValue {
    /// For a headline; nil for what is none in a line.
    fileprivate var short: String? {
        switch self {
        case .string(let text): text.count <= 40 ? "\"\(text)\"" : nil
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        default: nil
        }
    }
}
