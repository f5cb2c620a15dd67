import Foundation
import ProtectionModel

/// The folders of an app's data container.
///
/// Source: Apple, "File System Basics" of the File System Programming Guide, "Where you should put your
/// app's files".
struct ContainerFolder: Sendable {
    let path: String

    static let temporary = ContainerFolder(path: "tmp")

    /// Those that are there before an app is launched for the first time; `Application Support` is not.
    static let made = ["Documents", "Library", "Library/Caches", "Library/Preferences", "tmp"]

    private init(path: String) {
        self.path = path
    }

    /// The folder of the user's domain; nil for one that no container has.
    init?(_ directory: FileManager.SearchPathDirectory) {
        switch directory {
        case .documentDirectory: path = "Documents"
        case .libraryDirectory: path = "Library"
        case .cachesDirectory: path = "Library/Caches"
        case .applicationSupportDirectory: path = "Library/Application Support"
        case .autosavedInformationDirectory: path = "Library/Autosave Information"
        case .downloadsDirectory: path = "Downloads"
        case .moviesDirectory: path = "Movies"
        case .musicDirectory: path = "Music"
        case .picturesDirectory: path = "Pictures"
        case .desktopDirectory: path = "Desktop"
        case .sharedPublicDirectory: path = "Public"
        case .trashDirectory: path = ".Trash"
        default: return nil
        }
    }

    func url(in paths: ContainerPaths) -> URL {
        URL(fileURLWithPath: paths.root + "/" + path, isDirectory: true)
    }
}
