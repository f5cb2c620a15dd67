// swift-format-ignore-file
import CloudKit

final class Offices {
    private let database = CKContainer.default().publicCloudDatabase

    func all() async throws -> [CKRecord] {
        try await database.records(matching: CKQuery(recordType: "Office", predicate: .init(value: true)))
            .matchResults.compactMap { try? $0.1.get() }
    }
}
