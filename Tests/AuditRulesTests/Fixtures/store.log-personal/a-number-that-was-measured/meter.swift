// swift-format-ignore-file
struct Reading {
    let glucoseLevel: Double
    let glucoseDate: Date
    let transmitter: Int
}
func show(_ reading: Reading, _ isGlucoseHigh: Bool, _ glucoseCount: Int) {
    print("read \(reading.glucoseLevel.rounded().description)")  // expect: store.log-personal
    print("from \(reading.transmitter) on \(reading.glucoseDate), high: \(isGlucoseHigh), \(glucoseCount)")
}
