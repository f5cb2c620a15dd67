import ArgumentParser
import FilesystemMount
import ProtectionModel

/// Implements `protectctl unmount`.
struct UnmountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmount",
        abstract: "End a mount.",
        discussion: """
            Returns when what was written is durable; with --lazy at once. Also takes away what a \
            mount whose process was killed left behind.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Take it out of the tree now; it ends when the last program lets go of it.")
    var lazy = false
    @Argument(help: ArgumentHelp("Where it is mounted.", valueName: "dir"), completion: .directory)
    var directory: String

    func run() throws {
        let place = HostPath.absolute(directory)
        let mounts = MountTable.ours()
        let device =
            (mounts.last { $0.point == place }
            ?? mounts.last {
                $0.point == HostPath.resolved(place)
            })?.source
        do { try Mount.unmount(place, detaching: lazy) } catch {
            guard error.code == .busy else { throw error }
            throw ToolError(
                error.code,
                error.message,
                path: place,
                hint: "end the programs that use it ('fuser -vm' lists them), or give --lazy"
            )
        }
        guard let device, !lazy else { return }
        try MountRecord.waitForEnd(ofMountAt: [place, HostPath.resolved(place)], of: device)
    }
}
