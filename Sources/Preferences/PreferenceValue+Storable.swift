import Documents
package import ProtectionModel

extension PreferenceValue {
    /// - Throws: ``ProtectionError`` with `invalid-argument` for what a property list cannot hold, or
    ///   could not be read back within ``PropertyListLimits/standard``.
    package func checkStorable() throws(ProtectionError) {
        var budget = PropertyListLimits.standard.valueCount
        try check(depth: 1, &budget)
    }

    private func check(depth: Int, _ budget: inout Int) throws(ProtectionError) {
        budget -= 1
        guard budget >= 0 else { throw Self.refusal("more values than a property list may have") }
        guard depth <= PropertyListLimits.standard.depth else {
            throw Self.refusal("values nested too deep")
        }
        switch self {
        case .integer(let integer):
            guard Int128(Int64.min)...Int128(UInt64.max) ~= integer else {
                throw Self.refusal("the integer \(integer), which has more than 64 bits,")
            }
        case .array(let values):
            for value in values { try value.check(depth: depth + 1, &budget) }
        case .dictionary(let values):
            for (key, value) in values {
                try Self.check(key)
                try value.check(depth: depth + 1, &budget)
            }
        case .date(let date):
            // As they are read: years 1 to 9999 of the proleptic Gregorian calendar.
            guard -62_135_596_800..<253_402_300_800 ~= date.seconds else {
                throw Self.refusal("a date outside the years 1 to 9999")
            }
        case .string(let text): try Self.check(text)
        case .boolean, .real, .data: break
        }
    }

    private static func check(_ text: String) throws(ProtectionError) {
        guard CombiningMarks.excess(in: text) == nil else {
            throw refusal("a text with \(CombiningMarks.complaint)")
        }
    }

    private static func refusal(_ what: String) -> ProtectionError {
        ProtectionError(.invalidArgument, "\(what) cannot be stored")
    }
}
