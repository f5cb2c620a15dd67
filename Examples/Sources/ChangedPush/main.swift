// Hands a payload to an app's service extension, and prints what is to be shown.
//
//     changed-push PAYLOAD-FILE
import Foundation
import ProtectedNotifications
import ProtectionModel
import UserNotificationsCompatibility

func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("changed-push: \(message)\n".utf8))
    exit(status)
}

func run(_ file: String) throws {
    let json = try Data(contentsOf: URL(filePath: file))
    let payload = try RemotePayload(reading: [UInt8](json), RemotePayload.Headers())
    let request = try NotificationRequest("push", payload.content)

    let service = AppServiceExtension { NotificationService() }
    service.didReceive(request) { content in
        print("\(content.title): \(content.body) (\(content.categoryIdentifier))")
    }
}

guard CommandLine.arguments.count == 2 else { end("usage: changed-push PAYLOAD-FILE", status: 64) }
do { try run(CommandLine.arguments[1]) } catch let error as ProtectionError {
    end(error.message, status: 65)
} catch {
    end("\(error)", status: 74)
}
