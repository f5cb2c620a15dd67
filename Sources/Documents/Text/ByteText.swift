/// Sizes as people read them, in powers of 1,024.
package enum ByteText {
    /// `count` bytes in the largest unit that leaves a whole number before the point.
    package static func format(_ count: UInt64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1_024, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        guard unit > 0 else { return "\(count) B" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
