// swift-format-ignore-file
import CloudKit

func database() -> CKDatabase { CKContainer.default().database(with: .public) }
