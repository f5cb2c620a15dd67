import Foundation
import PackagePlugin

/// Puts declarations into a target that stand before Foundation's storage calls, so that its sources, as
/// they are, use the current device of a test.
@main
struct DeviceFoundation: BuildToolPlugin {
    /// Copies the declarations beside the target's sources; elsewhere than on Linux there are none.
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        #if os(Linux)
        guard let target = target as? SwiftSourceModuleTarget else {
            Diagnostics.error(
                "the plugin DeviceFoundation serves Swift targets, and '\(target.name)' is not one"
            )
            return []
        }
        guard Self.canUseDevice(target) else {
            Diagnostics.error(
                """
                target '\(target.name)' has the plugin DeviceFoundation without the product it calls: add \
                .product(name: "ProtectedFoundation", package: "protection-toolkit") to its dependencies
                """
            )
            return []
        }
        let declarations = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Declarations.swift.txt")
        let copy = context.pluginWorkDirectoryURL.appendingPathComponent("DeviceFoundation.swift")
        return [
            .buildCommand(
                displayName: "Putting a device before Foundation in \(target.name)",
                executable: URL(fileURLWithPath: "/bin/cp"),
                arguments: [declarations.path, copy.path],
                inputFiles: [declarations],
                outputFiles: [copy]
            )
        ]
        #else
        return []
        #endif
    }

    /// Whether the module that the declarations call is within the target's reach.
    private static func canUseDevice(_ target: any Target) -> Bool {
        target.recursiveTargetDependencies.contains { $0.name == "DeviceFoundationCalls" }
    }
}
