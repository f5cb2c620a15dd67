/// A project file of few objects, for tests of one construct each.
struct SampleProject {
    var objects: [String: String] = [:]
    var projectDirPath = ""

    /// A project with an app called App whose one configuration, Release, has `settings`.
    init(settings: String = "", target: String = "", children: String = "") {
        objects["PROJECT"] =
            "isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST; targets = ( APP );"
        objects["MAIN"] = "isa = PBXGroup; sourceTree = \"<group>\"; children = ( \(children) );"
        objects["PLIST"] = "isa = XCConfigurationList; buildConfigurations = ( PRELEASE );"
        objects["PRELEASE"] =
            "isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; };"
        objects["APP"] = """
            isa = PBXNativeTarget; name = App; buildConfigurationList = ALIST;
            productType = "com.apple.product-type.application"; \(target)
            """
        objects["ALIST"] = "isa = XCConfigurationList; buildConfigurations = ( ARELEASE );"
        objects["ARELEASE"] =
            "isa = XCBuildConfiguration; name = Release; buildSettings = { \(settings) };"
    }

    /// The same with more objects.
    func with(_ more: [String: String]) -> SampleProject {
        var copy = self
        copy.objects.merge(more) { $1 }
        return copy
    }

    /// The text of the `project.pbxproj`.
    var text: String {
        let lines = objects.sorted { $0.key < $1.key }.map { "\($0.key) = { \($0.value) };" }
        return """
            // !$*UTF8*$!
            { archiveVersion = 1; objects = {
            \(lines.joined(separator: "\n"))
            }; rootObject = PROJECT; }
            """
    }
}
