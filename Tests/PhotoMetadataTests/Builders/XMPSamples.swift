/// Packets as programs and phones spell them.
enum XMPSamples {
    private static let spaces = """
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
            xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
        """

    private static func wrapped(_ rdf: String, toolkit: String) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="\(toolkit)">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        \(rdf)
         </rdf:RDF>
        </x:xmpmeta>
        \(String(repeating: String(repeating: " ", count: 99) + "\n", count: 4))<?xpacket end="w"?>
        """
    }

    /// One description with attributes, a history, settings and regions.
    static let lightroom = wrapped(
        """
          <rdf:Description rdf:about=""
            \(spaces)
           xmp:CreateDate="2024-03-01T10:22:33.12+01:00" xmp:Rating='4'
           photoshop:City="Borgholm" crs:Exposure2012="+0.35" crs:RawFileName="a &amp; b.CR2">
           <xmpMM:History>
            <rdf:Seq>
             <rdf:li stEvt:action="saved" stEvt:changed="/metadata"/>
             <rdf:li stEvt:action="saved &lt;2&gt;"/>
            </rdf:Seq>
           </xmpMM:History>
           <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Röd glada &amp; „Milan“</rdf:li>
             <rdf:li xml:lang="de">Rotmilan</rdf:li></rdf:Alt></dc:title>
           <dc:description>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">First line&#xA;second &#8211; line</rdf:li>
            </rdf:Alt>
           </dc:description>
           <dc:subject>
            <rdf:Bag>
             <rdf:li>bird</rdf:li>
             <rdf:li> Öland </rdf:li>
            </rdf:Bag>
           </dc:subject>
           <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Sweden|Öland</rdf:li></rdf:Bag>
           </lr:hierarchicalSubject>
           <mwg-rs:Regions rdf:parseType="Resource">
            <mwg-rs:AppliedToDimensions stDim:w="4032" stDim:h="3024" stDim:unit="pixel"/>
            <mwg-rs:RegionList>
             <rdf:Bag>
              <rdf:li>
               <rdf:Description mwg-rs:Name="Anna" mwg-rs:Type="Face">
               <mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2"
                stArea:unit="normalized"/>
               </rdf:Description>
              </rdf:li>
             </rdf:Bag>
            </mwg-rs:RegionList>
           </mwg-rs:Regions>
          </rdf:Description>
        """, toolkit: "Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ")

    /// A description for each namespace, elements for all values.
    static let exifTool = wrapped(
        """
         <rdf:Description rdf:about=''
          xmlns:dc='http://purl.org/dc/elements/1.1/'>
          <dc:title>
           <rdf:Alt>
            <rdf:li xml:lang='x-default'>Kite</rdf:li>
           </rdf:Alt>
          </dc:title>
         </rdf:Description>

         <rdf:Description rdf:about=''
          xmlns:mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/'
          xmlns:stArea='http://ns.adobe.com/xmp/sType/Area#'>
          <mwg-rs:Regions rdf:parseType='Resource'>
           <mwg-rs:RegionList>
            <rdf:Bag>
             <rdf:li rdf:parseType='Resource'>
              <mwg-rs:Area rdf:parseType='Resource'>
               <stArea:x>0.5</stArea:x>
               <stArea:y>0.5</stArea:y>
              </mwg-rs:Area>
              <mwg-rs:Name>Kite</mwg-rs:Name>
             </rdf:li>
            </rdf:Bag>
           </mwg-rs:RegionList>
          </mwg-rs:Regions>
         </rdf:Description>

         <rdf:Description rdf:about=''
          xmlns:wit='https://whatisthat.app/ns/1.0/' wit:Name='first'>
          <wit:Name>second</wit:Name>
          <wit:Caption>line
        break</wit:Caption>
         </rdf:Description>

         <rdf:Description rdf:about=''
          xmlns:dc='http://purl.org/dc/elements/1.1/' dc:title='later' dc:format='image/jpeg'/>
        """, toolkit: "Image::ExifTool 12.57")

    /// A phone's, which says how long its film is.
    static let phone = wrapped(
        """
          <rdf:Description rdf:about=""
            xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
            xmlns:Container="http://ns.google.com/photos/1.0/container/"
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
           GCamera:MicroVideo="1" GCamera:MicroVideoOffset="3000000">
           <Container:Directory>
            <rdf:Seq>
             <rdf:li rdf:parseType="Resource">
              <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0"/>
             </rdf:li>
             <rdf:li rdf:parseType="Resource">
              <Container:Item Item:Mime="video/mp4" Item:Length="3000000" Item:Padding="0"/>
             </rdf:li>
            </rdf:Seq>
           </Container:Directory>
          </rdf:Description>
        """, toolkit: "Adobe XMP Core 5.1.0-jc003")

    /// All of them.
    static let all = [lightroom, exifTool, phone].map { Array($0.utf8) }
}
