import Documents
import KeyAgent
import KeyManagement
import ProtectionModel
import SessionWatching

/// What was found about a device and its machine.
struct Checkup {
    /// How much it matters.
    enum Level: String, Encodable {
        case good, note, warning
    }

    /// One thing that was looked at.
    struct Finding: Encodable {
        let level: Level
        let subject: String
        let message: String
        let hint: OrNull<String>

        init(_ level: Level, _ subject: String, _ message: String, hint: String? = nil) {
            self.level = level
            self.subject = subject
            self.message = message
            self.hint = OrNull(hint)
        }
    }

    /// In the order in which they were looked at.
    private(set) var findings: [Finding] = []

    /// Looks at a device with its keys.
    init(_ device: DeviceReport, _ keys: [KeySlot], _ pin: PINReport?) {
        look(at: device.place)
        look(at: keys, of: device)
        if let pin { look(at: pin) }
        look(atLockOf: device.status)
        look(atMemoryOf: device.status)
    }

    /// Looks at a device in a directory whose keys cannot be read, and why.
    init(_ refusal: ErrorReport, at directory: String) {
        look(atDirectory: directory)
        add(.warning, "device key", refusal.message, hint: refusal.hint)
    }

    private mutating func add(
        _ level: Level,
        _ subject: String,
        _ message: String,
        hint: String? = nil
    ) {
        findings.append(Finding(level, subject, message, hint: hint))
    }

    private mutating func look(at place: DevicePlace) {
        look(atDirectory: place.directory)
        guard let key = place.key else { return }
        look(atModeOf: key, which: "device key", owners: "600")
        look(atKey: key, of: place)
    }

    private mutating func look(atDirectory path: String) {
        look(atModeOf: path, which: "device directory", owners: "700")
    }

    private mutating func look(atModeOf path: String, which: String, owners mode: String) {
        guard let permissions = MachineFacts.permissions(of: path) else {
            return add(.note, which, "'\(path)' cannot be looked at by this user")
        }
        guard permissions & 0o077 == 0 else {
            return add(
                .warning,
                which,
                "'\(path)' has mode \(String(permissions, radix: 8)): others may get at it",
                hint: "chmod \(mode) '\(path)'"
            )
        }
        add(.good, which, "'\(path)' is its owner's alone")
    }

    private mutating func look(atKey key: String, of place: DevicePlace) {
        if let chip = place.chip {
            add(.good, "device key", "sealed by the TPM '\(chip)'")
        } else if MachineFacts.areOnOneFileSystem(place.directory, key) {
            add(
                .note,
                "device key",
                "it lies on the file system of the device: whoever copies the disk has both",
                hint: "keep it elsewhere (--device-key), or in a TPM ('init --tpm')"
            )
        }
        if place.chip != nil {
            add(.good, "older copies", "are refused, by a counter of the TPM")
        } else {
            add(
                .note,
                "older copies",
                "that are put back are not noticed",
                hint: "keep the key in a TPM ('init --tpm'), which counts"
            )
        }
        if HostPath.exists(key + ".attempts") {
            add(.good, "wrong passcodes", "are counted beside the device key")
        } else {
            add(
                .warning,
                "wrong passcodes",
                "their record '\(key).attempts' is missing: the next guess waits for the longest delay"
            )
        }
    }

    private mutating func look(at keys: [KeySlot], of device: DeviceReport) {
        guard device.status.device.hasPasscode else {
            add(
                .warning,
                "passcode",
                "none: nothing is ever locked",
                hint: "protectctl passcode set"
            )
            return
        }
        let settings = device.status.settings
        let cost = DerivationCost.word(for: settings.derivationCost)
        add(.good, "passcode", "set; the cost of a guess is \(cost)")
        if settings.delays == .none, settings.maximumFailedAttempts == nil {
            add(
                .note,
                "guesses",
                "neither slowed down nor limited",
                hint: "protectctl settings --delays classic"
            )
        }
        let recovery = keys.filter { $0.kind == .recoveryKey || $0.kind == .keyFile }
        if recovery.isEmpty {
            add(
                .warning,
                "recovery",
                "no recovery key: a forgotten passcode, or a lost device key, is the end",
                hint: "protectctl key add recovery"
            )
        } else {
            let names = recovery.map { "the \($0.kind) '\($0.name)'" }
            add(.good, "recovery", "by " + names.joined(separator: ", "))
        }
    }

    private mutating func look(at pin: PINReport) {
        let subject = "PIN '\(pin.name)'"
        guard pin.isOpen else {
            return add(
                .warning,
                subject,
                pin.words,
                hint:
                    "another key opens the device: 'protectctl recover', or 'key remove' and 'key add tpm'"
            )
        }
        add(.good, subject, pin.words)
        if pin.isOwned == false {
            add(.note, subject, PINReport.withoutOwner)
        }
    }

    private mutating func look(atLockOf status: AgentStatus) {
        guard status.device.hasPasscode else { return }
        if let delay = status.settings.autoLock {
            add(.good, "lock", "after \(DurationText.format(delay)) without use")
        } else if status.session == nil {
            add(
                .note,
                "lock",
                "nothing locks the device but 'protectctl lock'",
                hint: "protectctl settings --auto-lock 5m; or 'agent run --lock-with sleep'"
            )
        }
        if status.settings.grace > .zero {
            let grace = DurationText.format(status.settings.grace)
            add(.good, "grace", "keys go \(grace) after a lock; with 'lock --now' at once")
        }
        if let session = status.session { look(at: session) }
    }

    private mutating func look(at session: SessionReport) {
        for source in session.followed {
            let name = "'\(source.source.rawValue)'"
            switch source.standing {
            case .followed: add(.good, "lock", "with \(name)")
            case .absent: add(.note, "lock", "nobody on the bus tells of \(name)")
            case .lost: add(.warning, "lock", "\(name) is lost; it is tried again")
            }
        }
        guard session.followed.contains(where: { $0.source == .sleep }) else {
            return add(
                .note,
                "sleep",
                "leaves the keys in memory",
                hint: "start the agent with 'sleep' in --lock-with"
            )
        }
        let refusal = session.refusesDelay ? ": logind refuses it, and is asked again" : ""
        add(
            session.delaysSleep ? .good : .warning,
            "sleep",
            session.delaysSleep
                ? "waits until the keys are gone" : "does not wait for the lock" + refusal
        )
    }

    /// Only an agent knows whether its keys are locked in memory.
    private mutating func look(atMemoryOf status: AgentStatus) {
        guard status.device.state != .off else { return }
        guard status.device.isMemoryLocked else {
            add(
                .warning,
                "memory of keys",
                "may be swapped to disk",
                hint: "raise LimitMEMLOCK= of the service, or 'ulimit -l', and start the agent anew"
            )
            return
        }
        add(.good, "memory of keys", "never swapped")
    }

    /// Looks at what starts the agent of a device in a directory.
    mutating func look(at unit: ServiceUnit?, of directory: String) {
        guard let unit else {
            return add(
                .note,
                "agent",
                "no service has it: commands start it when they need it",
                hint: "systemctl --user enable --now \"$(systemd-escape --path "
                    + "--template=protectctl-agent@.service '\(directory)')\""
            )
        }
        add(.good, "agent", "is for " + (unit.name.map { "'\($0)'" } ?? "a service") + " to start")
    }

    /// Looks at this machine.
    mutating func look(at machine: MachineFacts) {
        switch machine.swap {
        case nil: add(.note, "swap", "/proc/swaps cannot be read")
        case []?: add(.good, "swap", "none: what programs read is not written to disk")
        case let areas?:
            let plain = areas.filter { !$0.isInMemory && !$0.isEncrypted }
            if plain.isEmpty {
                add(.good, "swap", "in memory or encrypted")
            } else {
                let names = plain.map { "'\($0.path)'" }.joined(separator: ", ")
                add(
                    .warning,
                    "swap",
                    "\(names): what programs read may be written there in clear",
                    hint: "encrypt it (crypttab(5)), or use zram"
                )
            }
        }
        if machine.keepsCoreDumps {
            add(
                .note,
                "core dumps",
                "are kept: the agent makes none, programs that read files do",
                hint: "ulimit -c 0; Storage=none in coredump.conf(5)"
            )
        }
        if machine.isClockPlausible {
            add(.good, "clock", "plausible")
        } else {
            add(
                .warning,
                "clock",
                "before 2024: times of files and notifications are wrong until it is set",
                hint: "a battery for the clock, or a time service before the device is used"
            )
        }
    }
}
