import ArgumentParser
import Documents
import FilesystemMount
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl mount`.
struct MountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mount",
        abstract: "Show the device's files to every program, in a folder.",
        discussion: """
            Without a folder, lists mounts. Returns when the mount answers, which goes on until \
            'protectctl unmount', or until the device goes off. What programs write is durable after \
            their fsync, as on any disk. Root mounts by itself, other users with the program \
            fusermount3 (of Debian's package fuse3).
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Stay in the foreground, for a service manager.")
    var foreground = false
    @Flag(help: "Let nobody change anything.")
    var readOnly = false
    @Flag(help: "Let other users in, as far as modes and owners of the files allow.")
    var allowOther = false
    @Option(help: ArgumentHelp("What programs that lack a key do.", valueName: "what"))
    var whileLocked = Choice(LockedAccess.fail)
    @Option(
        help: ArgumentHelp(
            "Whether the extended attribute user.protection.class shows and sets classes.",
            valueName: "switch"
        )
    )
    var classXattr = Choice(Switch.on)
    @Flag(help: .hidden)
    var detached = false
    @Argument(
        help: ArgumentHelp("An empty folder.", valueName: "dir"),
        completion: .directory
    )
    var directory: String?

    func run() throws {
        guard let directory else { return try list() }
        let place = HostPath.absolute(directory)
        if foreground || detached { return try serve(place) }
        try start(at: place)
    }

    /// Starts a process that serves the mount, and goes on.
    private func start(at place: String) throws {
        let location = try DeviceLocation(global)
        var words = ["mount", "--device", location.directory]
        if let key = location.explicitKey { words += ["--device-key", key] }
        // Booted by this process, which can say so.
        let directory = try location.open()
        _ = try AgentLauncher(location, global).connectBootingIfNeeded(directory)
        try DetachedCommand.start(words + options + [place]) { said in
            ToolError(.inputOutput, "the mount did not start: \(said)", path: place)
        }
    }

    private var options: [String] {
        var words = ["--while-locked", whileLocked.value.word]
        words += ["--class-xattr", classXattr.value.word]
        if readOnly { words.append("--read-only") }
        if allowOther { words.append("--allow-other") }
        return words
    }

    private func serve(_ place: String) throws {
        if detached { InheritedDescriptors.close() }
        var tree = DeviceTree.Options()
        tree.whileLocked = whileLocked.value
        tree.showsClass = classXattr.value == .on
        let server = try MountServer(
            global,
            at: place,
            tree,
            isReadOnly: readOnly,
            allowsOthers: allowOther
        )
        try server.tellReady(detaching: detached)
        try server.run()
    }

    private func list() throws {
        let mounts = MountTable.ours()
        guard !global.json else {
            return try global.console.document(Listing(mounts: mounts.map(Entry.init)))
        }
        var table = Table([.left, .left, .left])
        for mount in mounts {
            table.add([
                global.console.shown(mount.point), mount.isReadOnly ? "read-only" : "",
                global.console.shown(mount.source),
            ])
        }
        for line in table.lines() { try global.console.data(line) }
    }

    private struct Listing: Encodable {
        let version = 1
        let mounts: [Entry]
    }

    private struct Entry: Encodable {
        let path: String
        let device: String
        let readOnly: Bool

        init(_ mount: MountEntry) {
            path = mount.point
            device = mount.source
            readOnly = mount.isReadOnly
        }
    }
}

extension LockedAccess: Vocabulary {
    static var vocabulary: [LockedAccess] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .fail: "they fail: 'Required key not available'"
        case .wait: "they wait for the unlock, or for a signal"
        }
    }
}

/// On or off.
enum Switch: String, CaseIterable, Vocabulary {
    case on, off

    static var vocabulary: [Switch] { allCases }

    var word: String { rawValue }

    var meaning: String { rawValue }
}
