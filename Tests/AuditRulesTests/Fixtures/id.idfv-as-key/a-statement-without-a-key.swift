// swift-format-ignore-file
func a() { run("INSERT INTO a VALUES ('\(UIDevice.current.identifierForVendor!)')") }