void make(NSMutableURLRequest *request, NSString *token) {
    NSURLSessionConfiguration *configuration = [NSURLSessionConfiguration ephemeralSessionConfiguration];
    [request setValue:token forHTTPHeaderField:@"Authorization"];
}
