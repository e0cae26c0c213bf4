import MIMEMessage
import Testing

@Suite struct MediaTypeTests {
    struct Case: Sendable {
        var header: String
        var name: String
    }

    @Test(arguments: [
        Case(header: "image/jpeg; name=a.jpg", name: "a.jpg"),
        Case(header: "IMAGE/JPEG ; NAME=\"a b.jpg\" (the kite)", name: "a b.jpg"),
        Case(header: "image/jpeg; name=\"a\\\"b.jpg\"", name: "a\"b.jpg"),
        Case(header: "image/jpeg; name=\"C:\\temp\\x.jpg\"", name: "C:\\temp\\x.jpg"),
        Case(header: "image/jpeg; name=my photo.jpg; x=y", name: "my photo.jpg"),
        Case(header: "image/jpeg name=a.jpg", name: "a.jpg"),
        Case(header: "image/jpeg;; name=a.jpg;", name: "a.jpg"),
        Case(header: "image/jpeg; name*=utf-8''%C3%A9.jpg", name: "é.jpg"),
        Case(header: "image/jpeg; name=e.jpg; name*=utf-8''%C3%A9.jpg", name: "é.jpg"),
        Case(header: "image/jpeg; name*=iso-8859-1'fr'%E9.jpg", name: "é.jpg"),
        Case(header: "image/jpeg; name*0=a; name*1=b; name*2=.jpg", name: "ab.jpg"),
        Case(header: "image/jpeg; name*2=.jpg; name*1=b; name*0=a", name: "ab.jpg"),
        Case(header: "image/jpeg; name*0*=utf-8''%C3; name*1*=%A9; name*2=.jpg", name: "é.jpg"),
        Case(header: "image/jpeg; name=\"=?utf-8?Q?=C3=A9.jpg?=\"", name: "é.jpg"),
        Case(header: "image/jpeg; name==?utf-8?Q?=C3=A9.jpg?=", name: "é.jpg"),
        Case(header: "image/jpeg; name*=utf-8''100%.jpg", name: "100%.jpg"),
        Case(header: "image/jpeg; name*=a'b.jpg", name: "a'b.jpg"),
        Case(header: "image/jpeg; name=\"unclosed.jpg", name: "unclosed.jpg"),
        Case(header: "image/jpeg; name=\"é.jpg\"", name: "é.jpg"),
        Case(header: "image/jpeg; name*99999999999999999999=x; name=a.jpg", name: "a.jpg"),
    ])
    func `parameters read in every spelling`(example: Case) throws {
        let type = try #require(MediaType(parsing: example.header))
        #expect(type.essence == "image/jpeg")
        #expect(type.parameters["Name"] == example.name)
    }

    @Test(arguments: ["", "text", "text/", "/plain", "text plain", ";", "text/plain/x"])
    func `what is not a media type is not read as one`(text: String) {
        #expect(MediaType(parsing: text) == nil)
    }
}
