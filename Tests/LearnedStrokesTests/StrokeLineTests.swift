import JSON
import LearnedStrokes
import OutputText
import RegionGeometry
import Testing

@Suite
struct StrokeLineTests {
    private func stroke(_ text: String) throws -> Stroke { try StrokeLine(Array(text.utf8)).stroke }

    private func fault(_ text: String) -> String? {
        do throws(WitError) {
            _ = try StrokeLine(Array(text.utf8))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a line of JSON is a stroke, with or without times, blanks, other members`() throws {
        let stroke = try stroke(
            #" { "id" : "a\"[{points", "points" : [ [1, 2.5 , 10] ,[ -3e1,4,null],[5,6],[7,8,30,0.5,null]], "by":{"points":3} } "#
        )
        #expect(
            stroke.points == [
                Point(x: 1, y: 2.5), Point(x: -30, y: 4), Point(x: 5, y: 6), Point(x: 7, y: 8),
            ])
        #expect(stroke.milliseconds == [0, 0, 0, 20])
    }

    @Test func `a line of JSON gives its other members, foreign text cleaned`() throws {
        let line = try StrokeLine(Array(#"{"word":"e\u0301","points":[[1,2]],"n":[1]}"#.utf8))
        #expect(line.members == ["word": "\u{E9}", "n": [1]])
    }

    @Test func `of two arrays of points in a line the first counts`() throws {
        #expect(try stroke(#"{"points":[[1,2]],"points":[[3,4],[5,6]]}"#).points.count == 1)
    }

    @Test(
        "says what is wrong with it",
        arguments: [
            ("", "not JSON"), ("[]", "not an object"), ("{}", "has no “points”"),
            (#"{"points":5}"#, "has no “points”"), (#"{"points":[]}"#, "no points"),
            (#"{"points":[[1,2],[NaN,3]]}"#, "point 2 is not an array"),
            (#"{"points":[[1,2],[1e999,3]]}"#, "point 2 has a coordinate"),
            (#"{"points":[[1e12,3]]}"#, "point 1 is farther out"),
            (#"{"points":[[1]]}"#, "point 1 is not an array"),
            (#"{"points":[[1,"2"]]}"#, "point 1 is not an array"),
            (#"{"points":[[null,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[+1,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[01,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[.5,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[1.,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[1e,2]]}"#, "point 1 is not an array"),
            (#"{"points":[[1,2,"x"]]}"#, "the time of point 1 is not a number"),
            (#"{"points":[[1,2,3,"x"]]}"#, "point 1 has a value"),
            (#"{"points":[[1,2}"#, "point 1 does not end"),
            (#"{"points":[[1,2]"#, "do not end after point 1"),
            (#"{"points":[[1,2],]}"#, "point 2 is not an array"),
            (#"{"points":[[1,2]]"#, "not JSON"),
            (#"{"points":[[1,2]]} x"#, "not JSON"),
            (#"{"points":[[1,2]],"word":"#, "not JSON"),
            (#"{"poi"#, "not JSON"), (#"{"points"#, "not JSON"), (#"{"points":"#, "not JSON"),
            (#"{"points":["#, "point 1 is not an array"),
        ])
    func faults(text: String, wanted: String) throws {
        let reason = try #require(fault(text), "\(text)")
        #expect(reason.contains(wanted), "\(text): \(reason)")
    }

    @Test func `a line of a million points is read in time that grows with them`() throws {
        let points = (0..<1_000_000).map { "[\($0 % 1_000),\($0 / 1_000),\($0)]" }
        let stroke = try stroke(#"{"points":["# + points.joined(separator: ",") + "]}")
        #expect(stroke.points.count == 1_000_000)
        #expect(stroke.duration == 999_999)
        #expect(stroke.meaning.kind == "word")
    }

    @Test
    func `a line of JSON cut off anywhere, or with any octet changed, is a stroke or a fault`() {
        let line = Array(#"{"word":"a\u00E9","points":[[1,2.5,10],[-3e1,4,null]],"x":[{}]}"#.utf8)
        var (wasRead, wasRefused) = (0, 0)
        func read(_ octets: [UInt8]) {
            guard let stroke = (try? StrokeLine(octets))?.stroke else { return wasRefused += 1 }
            wasRead += 1
            #expect(stroke.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
        for end in line.indices { read(Array(line[..<end])) }
        // Without its last brace it is none.
        #expect(wasRead == 0 && wasRefused == line.count)
        for index in line.indices {
            for octet in [0, 0x22, 0x5B, 0x5D, 0x7B, 0x7D, 0x2C, 0x39, 0x5C, 0xFF] as [UInt8] {
                var changed = line
                changed[index] = octet
                read(changed)
            }
        }
        #expect(wasRead > 0 && wasRefused > line.count)
    }
}
