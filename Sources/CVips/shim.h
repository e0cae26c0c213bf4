#pragma once
// What Swift cannot call of libvips: its operations take variable arguments, so each that is
// used here stands as a function of fixed ones.
#include <vips/vips.h>

static inline void wit_vips_ignore(const gchar *domain, GLogLevelFlags level,
                                   const gchar *message, gpointer data) {
    (void)domain, (void)level, (void)message, (void)data;
}

/// Starts libvips: no cache of operations, no chatter on stderr, and no loader but those named.
/// Returns 0, or -1 with the reason in the error buffer.
static inline int wit_vips_start(int threads) {
    static const char *const loaders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp",
        "VipsForeignLoadTiff", "VipsForeignLoadHeif", "VipsForeignLoadJxl",
        "VipsForeignLoadNsgif", "VipsForeignLoadSvg",
    };
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, wit_vips_ignore, NULL);
    if (VIPS_INIT("wit")) return -1;
    vips_concurrency_set(threads);
    vips_cache_set_max(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
        vips_operation_block_set(loaders[i], FALSE);
    return 0;
}

/// The picture's header; pixels are decoded only when they are asked for. The bytes must outlive
/// the picture.
static inline VipsImage *wit_vips_open(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Whether the picture's numbers mean colours only by a profile: its own, or that of its inks.
static inline gboolean wit_vips_needs_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 ||
           vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK;
}

/// The picture upright and at most `width` × `height` pixels (exactly that with `force`), in
/// sRGB by its profile if `manage`. The bytes must outlive the picture.
///
/// QUIRK: libvips 8.14 has `fail_on` for this, but hands it to the loader only for files; and
/// with `export_profile` it changes the colours of a picture that has no profile.
static inline int wit_vips_thumbnail(const void *bytes, size_t count, VipsImage **out, int width,
                                     int height, gboolean force, gboolean manage,
                                     gboolean acceptDamage) {
    VipsSize size = force ? VIPS_SIZE_FORCE : VIPS_SIZE_DOWN;
    const char *options = acceptDamage ? "[fail_on=none]" : "[fail_on=truncated]";
    if (!manage)
        return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size",
                                     size, "option_string", options, NULL);
    return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size", size,
                                 "option_string", options, "export_profile", "srgb", "intent",
                                 VIPS_INTENT_RELATIVE, NULL);
}

static inline int wit_vips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}

/// Puts the picture on a white ground; white is 255.
static inline int wit_vips_flatten(VipsImage *in, VipsImage **out) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *ground =
        vips_array_double_new(white, vips_image_get_bands(in) > 2 ? 3 : 1);
    int failed = vips_flatten(in, out, "background", ground, NULL);
    vips_area_unref(VIPS_AREA(ground));
    return failed;
}

static inline int wit_vips_cast_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

/// Bands `first` and the `count - 1` after it.
static inline int wit_vips_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

/// A baseline JPEG without any metadata, ICC profile included; freed with `g_free`.
static inline int wit_vips_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "optimize_coding", TRUE, "strip",
                                TRUE, NULL);
}

/// Draws SVG that this program wrote; the bytes must outlive the picture.
static inline int wit_vips_svg(const void *bytes, size_t count, VipsImage **out) {
    return vips_svgload_buffer((void *)bytes, count, out, NULL);
}

/// A PNG without any metadata, of at most 256 colours where libvips can choose them; freed with
/// `g_free`.
static inline int wit_vips_png(VipsImage *in, void **bytes, size_t *count) {
    return vips_pngsave_buffer(in, bytes, count, "compression", 9, "strip", TRUE, "palette", TRUE,
                               "Q", 90, "dither", 0.0, NULL);
}

static inline void wit_vips_close(VipsImage *image) { g_object_unref(image); }
