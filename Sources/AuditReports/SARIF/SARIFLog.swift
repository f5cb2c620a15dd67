/// The whole of a SARIF file (SARIF 2.1.0, section 3.13).
struct SARIFLog: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [SARIFRun]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }
}
