// swift-format-ignore-file
import CloudKit

final class Sync {
    var engine: CKSyncEngine?
}
