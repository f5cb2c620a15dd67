import Foundation
import SystemIO
import SystemPackage

extension FileSequence {
    /// How the errors in a table are found in a description.
    static let errorNames: [(String, String)] = [
        (.badFileDescriptor, "EBADF"), (.noSuchFileOrDirectory, "ENOENT"),
        (.fileExists, "EEXIST"), (.notDirectory, "ENOTDIR"), (.isDirectory, "EISDIR"),
        (.directoryNotEmpty, "ENOTEMPTY"), (.tooManySymbolicLinkLevels, "ELOOP"),
        (.invalidArgument, "EINVAL"), (.fileNameTooLong, "ENAMETOOLONG"),
        (.resourceBusy, "EBUSY"),
    ].map { (error: Errno, name: String) in (": \(error)", name) }

    static let all = opening + bytes + naming + renaming + locking

    /// Whoever runs the tests owns what they make.
    private static let owner = geteuid()
    private static let long = String(repeating: "n", count: 256)

    private static let opening: [FileSequence] = [
        .init(
            "opening files",
            [
                (.open("a", as: "f"), "ENOENT"), (.open("", as: "f"), "ENOENT"),
                (.open("a", .creatingNew, as: "f"), "opened"),
                (.open("a", [.creatingNew, .writing], as: "g"), "EEXIST"),
                (.open("a", [.creating, .writing], as: "g"), "opened"),
                (.open("b", [.creating, .writing], as: "g"), "opened"),
                (.open("a", .directory, as: "h"), "ENOTDIR"),
                (.open("a/b", as: "h"), "ENOTDIR"), (.open("a/", as: "h"), "ENOTDIR"),
                (.open("c/", .creating, as: "h"), "EISDIR"),
                (.open("c", [.creating, .directory], as: "h"), "EINVAL"),
                (.open("x", at: "f", as: "h"), "ENOTDIR"),
                (.open("x", at: "none", as: "h"), "EBADF"),
                (.open(long, .creating, as: "h"), "ENAMETOOLONG"),
                (.open("c/d", .creating, as: "h"), "ENOENT"), (.names(), "[\"a\", \"b\"]"),
                (.status("f"), "file links 1 size 0 mode 600 \(owner)"),
            ]
        ),
        .init(
            "opening folders",
            [
                (.mkdir("d"), "made"), (.mkdir("d"), "EEXIST"), (.open("d", as: "d"), "opened"),
                (.open("d", .directory, as: "d"), "opened"),
                (.open("d", .writing, as: "e"), "EISDIR"),
                (.open("d", .creating, as: "e"), "EISDIR"),
                (.open("d", .creatingNew, as: "e"), "EEXIST"),
                (.open(".", .creatingNew, as: "e"), "EEXIST"),
                (.open(".", .creating, as: "e"), "EISDIR"),
                (.open("..", at: "d", as: "e"), "opened"), (.names("e"), "[\"d\"]"),
                (.open("d/../d/.", .directory, as: "e"), "opened"), (.names("e"), "[]"),
                (.read("d", 1, at: 0), "EISDIR"), (.write("d", 1, at: 0), "EBADF"),
                (.truncate("d", 0), "EINVAL"), (.sync("d"), "synced"),
                (.status("d"), "directory links 2 size 0 mode 700 \(owner)"),
            ]
        ),
        .init(
            "symbolic links are never followed in the last part",
            [
                (.mkdir("d"), "made"), (.symbolicLink(to: "d", as: "s"), "linked"),
                (.open("s", as: "f"), "ELOOP"), (.open("s", .directory, as: "f"), "ENOTDIR"),
                (.open("s", .creating, as: "f"), "ELOOP"),
                (.open("s", .creatingNew, as: "f"), "EEXIST"), (.mkdir("s"), "EEXIST"),
                (.statusOf("s"), "symbolicLink links 1 size 1 mode 777 \(owner)"),
                (.statusOf("s/"), "directory links 2 size 0 mode 700 \(owner)"),
                (.open("s/f", .creating, as: "f"), "opened"), (.rmdir("s"), "ENOTDIR"),
                (.open("s/", .directory, as: "d"), "opened"), (.names("d"), "[\"f\"]"),
                (.symbolicLink(to: "t", as: "t"), "linked"), (.open("t/x", as: "f"), "ELOOP"),
                (.symbolicLink(to: "gone", as: "u"), "linked"),
                (.open("u/x", as: "f"), "ENOENT"), (.open("u", .creating, as: "f"), "ELOOP"),
                (.unlink("s"), "unlinked"), (.statusOf("s"), "ENOENT"),
                (.names(), "[\"d\", \"t\", \"u\"]"),
            ]
        ),
        .init(
            "bad descriptors",
            [
                (.read("x", 1, at: 0), "EBADF"), (.write("x", 1, at: 0), "EBADF"),
                (.truncate("x", 0), "EBADF"), (.sync("x"), "EBADF"),
                (.sync("x", dataOnly: true), "EBADF"), (.status("x"), "EBADF"),
                (.statusOf("a", at: "x"), "EBADF"), (.statusOf("", at: "x"), "ENOENT"),
                (.modify("x", 1, 1), "EBADF"), (.mkdir("a", at: "x"), "EBADF"),
                (.unlink("a", at: "x"), "EBADF"), (.rename("a", to: "b", at: "x"), "EBADF"),
                (.names("x"), "EBADF"), (.lock("x", .shared), "EBADF"),
                (.lockByte("x", 0, .shared), "EBADF"), (.close("x"), "closed"),
            ]
        ),
    ]

    private static let bytes: [FileSequence] = [
        .init(
            "reading and writing",
            [
                (.open("a", [.creating, .writing], as: "w"), "opened"),
                (.open("a", as: "r"), "opened"), (.write("r", 1, at: 0), "EBADF"),
                (.truncate("r", 0), "EINVAL"), (.write("w", 3, at: 0), "3"),
                (.read("r", 5, at: 0), "[2, 2, 2] true"), (.read("r", 5, at: 3), "[] true"),
                (.read("r", 5, at: 900), "[] true"), (.write("w", 0, at: 700), "0"),
                (.write("w", 2, at: 6), "2"),
                (.read("r", 9, at: 1), "[2, 2, 0, 0, 0, 4, 4] true"),
                (.truncate("w", 2), "truncated"), (.truncate("w", 5), "truncated"),
                (.read("r", 9, at: 0), "[2, 2, 0, 0, 0] true"), (.sync("r"), "synced"),
                (.modify("r", -7, 999_999_999), "-7 999999999"),
                (.modify("r", 0, 1_000_000_000), "EINVAL"),
                (.statusOf("a"), "file links 1 size 5 mode 600 \(owner)"),
            ]
        ),
        .init(
            "far past the end",
            [
                (.open("a", [.creating, .writing], as: "w"), "opened"),
                (.write("w", 2, at: 16_383), "2"), (.read("w", 3, at: 16_382), "[0, 1, 1] true"),
                (.write("w", 1, at: 5_000_000), "1"),
                (.read("w", 4, at: 4_999_998), "[0, 0, 2] true"),
                (.truncate("w", 16_384), "truncated"),
                (.truncate("w", 40_000), "truncated"),
                (.read("w", 3, at: 16_383), "[1, 0, 0] true"),
                (.read("w", 2, at: 39_999), "[0] true"),
            ]
        ),
    ]

    private static let naming: [FileSequence] = [
        .init(
            "removing",
            [
                (.unlink("a"), "ENOENT"), (.rmdir("a"), "ENOENT"), (.mkdir("d"), "made"),
                (.open("d", as: "d"), "opened"), (.unlink("d"), "EISDIR"),
                (.unlink("d/"), "EISDIR"), (.rmdir("."), "EINVAL"), (.rmdir(".."), "ENOTEMPTY"),
                (.unlink("."), "EISDIR"), (.open("f", .creating, at: "d", as: "f"), "opened"),
                (.rmdir("d"), "ENOTEMPTY"), (.rmdir("d/f"), "ENOTDIR"),
                (.unlink("d/f/"), "ENOTDIR"), (.unlink("f", at: "d"), "unlinked"),
                (.status("f"), "file links 0 size 0 mode 600 \(owner)"),
                (.rmdir("d"), "removed"), (.rmdir("d"), "ENOENT"),
                (.status("d"), "directory links 0 size 0 mode 700 \(owner)"),
                (.names("d"), "[]"), (.open("x", .creating, at: "d", as: "x"), "ENOENT"),
                (.mkdir("x", at: "d"), "ENOENT"), (.statusOf("x", at: "d"), "ENOENT"),
                (.statusOf(".", at: "d"), "directory links 0 size 0 mode 700 \(owner)"),
                (.open("x", .creating, as: "x"), "opened"),
                (.rename("x", to: "x", into: "d"), "ENOENT"), (.sync("d"), "synced"),
                (.names(), "[\"x\"]"),
            ]
        ),
        .init(
            "an open file outlives its name",
            [
                (.open("a", [.creating, .writing], as: "f"), "opened"),
                (.write("f", 2, at: 0), "2"), (.hardLink("a", as: "b"), "linked"),
                (.status("f"), "file links 2 size 2 mode 600 \(owner)"),
                (.unlink("a"), "unlinked"), (.unlink("b"), "unlinked"),
                (.open("a", [.creating, .writing], as: "g"), "opened"),
                (.read("g", 9, at: 0), "[] true"), (.read("f", 9, at: 0), "[1, 1] true"),
                (.write("f", 2, at: 2), "2"), (.read("f", 9, at: 0), "[1, 1, 2, 2] true"),
                (.status("f"), "file links 0 size 4 mode 600 \(owner)"), (.close("f"), "closed"),
            ]
        ),
        .init(
            "names are bytes",
            [
                (.open("e\u{301}", .creatingNew, as: "f"), "opened"),
                (.open("\u{E9}", .creatingNew, as: "g"), "opened"),
                (.open("A", .creatingNew, as: "f"), "opened"), (.statusOf("a"), "ENOENT"),
                (.unlink("\u{E9}"), "unlinked"), (.unlink("\u{E9}"), "ENOENT"),
                (.open("A\0B", as: "f"), "opened"), (.mkdir("\0"), "ENOENT"),
                (.mkdir("x/"), "made"), (.mkdir("y/z"), "ENOENT"), (.mkdir(long), "ENAMETOOLONG"),
                (.mkdir("."), "EEXIST"), (.mkdir("x/.."), "EEXIST"), (.mkdir("A/x"), "ENOTDIR"),
            ]
        ),
    ]

    private static let renaming: [FileSequence] = [
        .init(
            "renaming files",
            [
                (.rename("a", to: "b"), "ENOENT"), (.open("a", .creating, as: "a"), "opened"),
                (.rename("a", to: ""), "ENOENT"), (.rename("a", to: "a"), "renamed"),
                (.rename("a", to: "a", replacing: false), "EEXIST"),
                (.rename("a", to: "b"), "renamed"), (.open("a", .creating, as: "c"), "opened"),
                (.rename("a", to: "b", replacing: false), "EEXIST"),
                (.rename("a", to: "b"), "renamed"), (.names(), "[\"b\"]"),
                (.status("a"), "file links 0 size 0 mode 600 \(owner)"),
                (.hardLink("b", as: "c"), "linked"), (.rename("b", to: "c"), "renamed"),
                (.names(), "[\"b\", \"c\"]"), (.mkdir("d"), "made"),
                (.rename("b", to: "d"), "EISDIR"), (.rename("b", to: "d/"), "ENOTDIR"),
                (.rename("b", to: "x/"), "ENOTDIR"), (.rename("b/", to: "x"), "ENOTDIR"),
                (.rename("b", to: "."), "EBUSY"), (.rename("..", to: "x"), "EBUSY"),
                (.rename("b", to: "..", replacing: false), "EEXIST"),
                (.rename("b", to: "d/x", replacing: false), "renamed"),
                (.rename("c", to: long), "ENAMETOOLONG"), (.names(), "[\"c\", \"d\"]"),
            ]
        ),
        .init(
            "renaming folders",
            [
                (.mkdir("a"), "made"), (.mkdir("a/b"), "made"), (.mkdir("e"), "made"),
                (.open("f", .creating, as: "f"), "opened"), (.rename("a", to: "f"), "ENOTDIR"),
                (.rename("a", to: "a/x"), "EINVAL"), (.rename("a", to: "a/b/x"), "EINVAL"),
                (.rename("a", to: "a/b"), "EINVAL"), (.rename("a/b", to: "a"), "ENOTEMPTY"),
                (.rename("e", to: "a"), "ENOTEMPTY"), (.rename("f", to: "e"), "EISDIR"),
                (.open("a", as: "a"), "opened"), (.open("e", as: "e"), "opened"),
                (.rename("a", to: "a"), "renamed"),
                (.rename("a", to: "e", replacing: false), "EEXIST"),
                (.rename("a", to: "e"), "renamed"), (.names(), "[\"e\", \"f\"]"),
                (.status("e"), "directory links 0 size 0 mode 700 \(owner)"),
                (.status("a"), "directory links 3 size 0 mode 700 \(owner)"),
                (.rename("b", to: "b2", at: "a"), "renamed"), (.open("b2", as: "b"), "opened"),
                (.status("a"), "directory links 2 size 0 mode 700 \(owner)"),
                (.names("b"), "[]"), (.open("../f", at: "b", as: "g"), "opened"),
                (.rename("f", to: "f", into: "b"), "renamed"), (.names("b"), "[\"f\"]"),
            ]
        ),
    ]

    private static let locking: [FileSequence] = [
        .init(
            "whole-file locks belong to the open file",
            [
                (.open("a", .creating, as: "a"), "opened"), (.open("a", as: "b"), "opened"),
                (.open("a", as: "c"), "opened"), (.lock("a", .exclusive), "true"),
                (.lock("a", .exclusive), "true"), (.lock("b", .exclusive), "false"),
                (.lock("b", .shared), "false"), (.lock("b", .unlocked), "true"),
                (.lock("a", .shared), "true"), (.lock("b", .shared), "true"),
                // The failed upgrade loses the shared lock, so that c gets what it wants.
                (.lock("a", .exclusive), "false"), (.lock("b", .unlocked), "true"),
                (.lock("c", .exclusive), "true"), (.close("c"), "closed"),
                (.lock("b", .exclusive), "true"), (.unlink("a"), "unlinked"),
                (.lock("a", .shared), "false"), (.mkdir("d"), "made"),
                (.open("d", as: "d"), "opened"), (.open("d", as: "e"), "opened"),
                (.lock("d", .exclusive), "true"), (.lock("e", .shared), "false"),
            ]
        ),
        .init(
            "byte locks belong to the open file",
            [
                (.open("a", [.creating, .writing], as: "a"), "opened"),
                (.open("a", .writing, as: "b"), "opened"), (.open("a", as: "r"), "opened"),
                (.isByteLocked("r", 5), "false"),
                (.lockByte("a", 5, .exclusive), "true"), (.lockByte("b", 5, .shared), "false"),
                (.isByteLocked("a", 5), "false"), (.isByteLocked("r", 5), "true"),
                (.isByteLocked("r", 6), "false"), (.isByteLocked("x", 5), "EBADF"),
                (.lockByte("b", 6, .exclusive), "true"), (.lockByte("a", 5, .shared), "true"),
                (.lockByte("b", 5, .shared), "true"), (.lockByte("a", 5, .exclusive), "false"),
                // The failed upgrade keeps the shared lock.
                (.lockByte("b", 5, .exclusive), "false"), (.lockByte("r", 5, .shared), "true"),
                (.lockByte("r", 7, .exclusive), "EBADF"), (.close("r"), "closed"),
                (.close("a"), "closed"), (.lockByte("b", 5, .exclusive), "true"),
                (.lockByte("b", 1 << 62, .exclusive), "true"), (.lock("b", .exclusive), "true"),
            ]
        ),
    ]
}
