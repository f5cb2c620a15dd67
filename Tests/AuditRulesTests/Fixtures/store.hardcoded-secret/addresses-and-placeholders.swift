// swift-format-ignore-file
let token = "https://example.com/a1b2c3"
let apiKey = "$(API_KEY_42)"
let secret = "<your secret here>"
let password = "••••••••"