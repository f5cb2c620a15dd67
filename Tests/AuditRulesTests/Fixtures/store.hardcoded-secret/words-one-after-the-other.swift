// swift-format-ignore-file
let credential = "credentials"
let password = "userpassword"
let userPassword = "passwordkey"
let accessToken = "login.token2.title"