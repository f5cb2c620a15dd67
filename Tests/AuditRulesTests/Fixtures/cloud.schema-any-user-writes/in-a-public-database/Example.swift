// swift-format-ignore-file
import CloudKit

func save(_ record: CKRecord) async throws {
    _ = try await CKContainer.default().publicCloudDatabase.save(record)
}
