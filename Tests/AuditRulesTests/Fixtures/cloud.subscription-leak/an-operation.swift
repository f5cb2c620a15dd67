// swift-format-ignore-file
import CloudKit

func fetch(_ query: CKQuery) -> CKQueryOperation {
    let info = CKQueryOperation(query: query)
    info.desiredKeys = ["email", "phoneNumber"]
    return info
}
