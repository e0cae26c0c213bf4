import PhotoRecords

/// What a photo was taken with.
enum CameraRules {
    /// Maker, model and lens: EXIF, else XMP.
    static func camera(_ sources: inout MetadataSources) -> Sourced<Camera>? {
        let make = sources.exif.text(.make, "Make")
        let model = sources.exif.text(.model, "Model")
        let lens = sources.exif.text(.lensModel, "LensModel")
        let camera = Camera(
            make: make ?? sources.xmp["tiff:Make"]?.string,
            model: model ?? sources.xmp["tiff:Model"]?.string,
            lens: lens ?? sources.xmp["exifEX:LensModel"]?.string
                ?? sources.xmp["aux:Lens"]?.string)
        guard !camera.isEmpty else { return nil }
        let source = make != nil ? "exif:Make" : model != nil ? "exif:Model" : "exif:LensModel"
        let fromExif = make != nil || model != nil || lens != nil
        return Sourced(camera, fromExif ? source : "xmp:tiff:Make")
    }
}
