import Foundation
import SimulatedDisk
import SystemIO
import Synchronization
import Testing

@Suite("Watching a folder")
struct DirectoryWatchTests {
    /// A folder of its own on one of the two file systems.
    private struct Place {
        let fileSystem: any FileSystem
        let path: String

        init(inMemory: Bool) throws {
            if inMemory {
                fileSystem = InMemoryFileSystem { (0, 0) }
                path = "/watched"
            } else {
                fileSystem = PosixFileSystem()
                path = NSTemporaryDirectory() + "watched-" + UUID().uuidString
            }
            try fileSystem.makeDirectory(path, in: nil, permissions: 0o700)
        }

        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test(
        "tells of a file that is moved in, and is silent once cancelled",
        arguments: [true, false]
    )
    func moved(inMemory: Bool) async throws {
        let place = try Place(inMemory: inMemory)
        defer { place.remove() }
        let folder = try OwnedFile(place.path, in: nil, .directory, on: place.fileSystem)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try place.fileSystem.watch(folder.descriptor) { continuation.yield() }
        try folder.replace("a", with: [1])
        for await _ in changes { break }
        watch.cancel()
        watch.cancel()
        let count = Mutex(0)
        let second = try place.fileSystem.watch(folder.descriptor) { count.withLock { $0 += 1 } }
        second.cancel()
        try folder.replace("a", with: [2])
        #expect(count.withLock { $0 } == 0)
    }

    @Test(
        "is not woken by whoever opens a file for its locks and closes it",
        arguments: [true, false]
    )
    func opened(inMemory: Bool) async throws {
        let place = try Place(inMemory: inMemory)
        defer { place.remove() }
        let folder = try OwnedFile(place.path, in: nil, .directory, on: place.fileSystem)
        try folder.replace("a", with: [1])
        let count = Mutex(0)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try place.fileSystem.watch(folder.descriptor) {
            count.withLock { $0 += 1 }
            continuation.yield()
        }
        _ = try OwnedFile("a", in: folder.descriptor, .writing, on: place.fileSystem)
        // Whatever that woke would come before this.
        try place.fileSystem.unlink("a", in: folder.descriptor, folder: false)
        for await _ in changes { break }
        watch.cancel()
        #expect(count.withLock { $0 } == 1)
    }

    @Test("is refused where there is no folder", arguments: [true, false])
    func noFolder(inMemory: Bool) throws {
        let place = try Place(inMemory: inMemory)
        defer { place.remove() }
        let folder = try OwnedFile(place.path, in: nil, .directory, on: place.fileSystem)
        try folder.replace("a", with: [1])
        let file = try OwnedFile("a", in: folder.descriptor, [], on: place.fileSystem)
        #expect(throws: SystemError.self) {
            _ = try place.fileSystem.watch(file.descriptor) {}
        }
    }

    @Test("may be ended from within the call it makes")
    func endedFromWithin() async throws {
        let place = try Place(inMemory: false)
        defer { place.remove() }
        let folder = try OwnedFile(place.path, in: nil, .directory, on: place.fileSystem)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let held = Mutex<DirectoryWatch?>(nil)
        let watch = try place.fileSystem.watch(folder.descriptor) {
            held.withLock { $0 }?.cancel()
            continuation.yield()
        }
        held.withLock { $0 = watch }
        try folder.replace("a", with: [1])
        for await _ in changes { break }
    }
}
