import ProtectedStore
import ProtectionModel

extension CrashScenario {
    static let naming: [CrashScenario] = [
        CrashScenario(
            name: "rename",
            steps: [
                .durable { try $0.files.rename(path("/kept"), to: path("/renamed")) },
                .durable { try $0.files.rename(path("/renamed"), to: path("/dir/moved")) },
                .durable { try $0.files.rename(path("/logged"), to: path("/dir/kept")) },
                .durable { try $0.files.rename(path("/dir/none"), to: path("/dir/moved")) },
            ]
        ),
        CrashScenario(
            name: "rename a folder",
            steps: [
                .durable { try $0.files.rename(path("/dir"), to: path("/folder")) },
                .durable { try $0.files.rename(path("/folder"), to: path("/other/folder")) },
                .durable {
                    try $0.files.rename(path("/other/folder/empty"), to: path("/dir"))
                },
            ]
        ),
        CrashScenario(
            name: "remove",
            steps: [
                .durable { try $0.files.remove(path("/kept")) },
                .durable { try $0.files.remove(path("/logged")) },
            ]
        ),
        CrashScenario(
            name: "make and remove folders",
            steps: [
                .durable { try $0.files.makeDirectory(path("/dir/new"), as: .completeUnlessOpen) },
                .durable { try $0.files.removeDirectory(path("/dir/empty")) },
                .durable { try $0.files.removeDirectory(path("/dir/new")) },
            ]
        ),
        CrashScenario(
            name: "remove a folder with everything in it",
            before: {
                try $0.files.makeDirectory(path("/dir/empty/" + otherLongName))
                try $0.files.write(
                    DiskScan.text(54, 30),
                    to: path("/dir/empty/" + otherLongName + "/" + longName)
                )
            },
            steps: [
                .durable { try $0.files.removeTree(path("/dir")) },
                .durable { try $0.files.removeTree(path("/other")) },
            ]
        ),
        CrashScenario(
            name: "make a long name",
            steps: [
                .durable { try $0.files.write(DiskScan.text(50, 30), to: path("/" + longName)) },
                .durable { try $0.files.makeDirectory(path("/" + otherLongName)) },
                .durable {
                    try $0.files.write(DiskScan.text(51, 30), to: path("/other/" + longName))
                },
            ]
        ),
        CrashScenario(
            name: "rename to and from a long name",
            steps: [
                .durable { try $0.files.rename(path("/kept"), to: path("/" + otherLongName)) },
                .durable {
                    try $0.files.rename(
                        path("/other/" + longName),
                        to: path("/" + longName)
                    )
                },
                .durable {
                    try $0.files.rename(path("/" + longName), to: path("/" + otherLongName))
                },
                .durable { try $0.files.rename(path("/" + otherLongName), to: path("/short")) },
            ]
        ),
        CrashScenario(
            name: "remove a long name",
            before: { try $0.files.makeDirectory(path("/dir/" + otherLongName)) },
            steps: [
                .durable { try $0.files.remove(path("/other/" + longName)) },
                .durable { try $0.files.removeDirectory(path("/dir/" + otherLongName)) },
            ]
        ),
        CrashScenario(
            name: "a long name without waiting",
            hasControl: false,
            mayTear: ["/" + longName],
            steps: [
                .volatile {
                    try $0.files.write(
                        DiskScan.text(52, 30),
                        to: path("/" + longName),
                        durability: .none
                    )
                }
            ]
        ),
        CrashScenario(
            name: "replace a long name without waiting",
            hasControl: false,
            steps: [
                .volatile {
                    try $0.files.write(
                        DiskScan.text(53, 30),
                        to: path("/other/" + longName),
                        durability: .none
                    )
                }
            ]
        ),
    ]

    static let headers: [CrashScenario] = [
        CrashScenario(
            name: "lower a class",
            steps: [
                .durable { try $0.files.setProtection(.none, of: path("/dir/kept")) },
                .durable { try $0.files.setProtection(.completeUnlessOpen, of: path("/logged")) },
            ]
        ),
        CrashScenario(
            name: "raise a class",
            steps: [
                .durable { try $0.files.setProtection(.complete, of: path("/logged")) },
                .durable { try $0.files.setProtection(.complete, of: path("/dir/none")) },
                .durable {
                    try $0.files.setProtection(.completeWhenUserInactive, of: path("/kept"))
                },
            ]
        ),
        CrashScenario(
            name: "a new key",
            hasControl: false,
            steps: [
                .silent {
                    try $0.files.setProtection(
                        .completeUntilFirstUserAuthentication,
                        of: path("/logged"),
                        rekeying: true
                    )
                }
            ]
        ),
        CrashScenario(
            name: "change a folder's class",
            steps: [
                .durable { try $0.files.setProtection(.none, of: path("/dir")) },
                .durable { try $0.files.setProtection(.complete, of: .root) },
            ]
        ),
        CrashScenario(
            name: "change permissions",
            steps: [
                .durable { try $0.files.setMode(0o644, of: path("/kept")) },
                .durable { try $0.files.setMode(0o755, of: path("/dir")) },
                .durable { try $0.files.setMode(0o400, of: path("/logged")) },
            ]
        ),
    ]
}
