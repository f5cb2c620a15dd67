import ContentRestrictions
import Foundation
import Glibc
import ProtectionModel
import Testing

@Suite("Media files on the disk")
final class MediaFileTests {
    private let folder = NSTemporaryDirectory() + "media-file-\(UInt64.random(in: 0 ... .max))"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func code(_ path: String) -> ErrorCode? {
        #expect(throws: ProtectionError.self) { try MediaRating(ofFileAt: path) }?.code
    }

    @Test("a file is read, also through a link, and its holes cost nothing")
    func holes() throws {
        let path = folder + "/film"
        let size: UInt64 = 1 << 36
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: MP4.start() + MP4.wide("mdat", size: size))
        try file.seek(toOffset: UInt64(MP4.start().count) + size)
        try file.write(contentsOf: MP4.movie(MP4.userData(MP4.rating("mpaa|G|100|"))))
        try file.close()
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link",
            withDestinationPath: "film"
        )
        #expect(try MediaRating(ofFileAt: folder + "/link").claims.count == 1)
    }

    @Test("what cannot be read is named by its code")
    func codes() {
        #expect(code(folder + "/missing") == .notFound)
        #expect(code(folder) == .isADirectory)
        #expect(code("/dev/null") == .invalidArgument)
        #expect(code("\0") == .invalidArgument)
        #expect(code(folder + "/" + String(repeating: "x", count: 300)) == .invalidArgument)
    }

    @Test("a pipe that nobody writes to keeps nobody waiting")
    func pipe() {
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        #expect(code(folder + "/pipe") == .invalidArgument)
    }
}
