/// Wraps RDF into a packet.
enum XMPText {
    /// A packet around the content of rdf:RDF, with the usual prefixes bound.
    static func packet(rdf: String) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
        xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" \
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
        xmlns:lr="http://ns.adobe.com/lightroom/1.0/" \
        xmlns:digiKam="http://www.digikam.org/ns/1.0/" \
        xmlns:wit="urn:uuid:a5a68ef0-c41b-4858-acca-d03b4fca4faf#" \
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" \
        xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
        xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" \
        xmlns:MP="http://ns.microsoft.com/photo/1.2/" \
        xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" \
        xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
        \(rdf)
        </rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    /// A packet of one description with these property elements.
    static func packet(_ properties: String) -> String {
        packet(rdf: "<rdf:Description rdf:about=\"\">\(properties)</rdf:Description>")
    }
}
