// swift-format-ignore-file
struct FileDestination { let url: URL? = nil }

func export() -> FileDestination { FileDestination() }
