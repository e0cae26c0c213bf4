#pragma once
#include <stddef.h>

// What is used of libvips, as functions of fixed arguments: Swift cannot call variable ones.
//
// libvips brings more than a hundred shared libraries, and most runs never see a pixel, so it is
// loaded when the first picture is wanted. Nothing else here may be called before `wit_vips_load`
// and `wit_vips_start` have succeeded, once, on one thread.

/// A picture of libvips.
typedef struct _VipsImage VipsImage;

/// Loads the first of the libraries named that there is; the list ends with NULL. Returns NULL,
/// or why the last of them could not be loaded: to be read before anything else is loaded.
const char *wit_vips_load(const char *const *names);

/// Starts libvips: no cache of operations, no chatter on stderr, and no loader but those named.
/// Returns 0, or -1 with the reason in the error buffer.
int wit_vips_start(int threads);

/// Ends the process with an exit status where GLib finds no memory, for which it would abort.
void wit_vips_end_without_memory(int status);

/// What libvips says of its last failure; freed with `wit_vips_free`.
char *wit_vips_error(void);

/// Whether libvips has a loader for what the bytes look like: 1 or 0. That for SVG does not count.
int wit_vips_can_read(const void *bytes, size_t count);

/// The picture's header; pixels are decoded only when they are asked for. The bytes must outlive
/// the picture.
VipsImage *wit_vips_open(const void *bytes, size_t count);

void wit_vips_close(VipsImage *image);

int wit_vips_width(VipsImage *image);
int wit_vips_height(VipsImage *image);
int wit_vips_bands(VipsImage *image);
int wit_vips_pages(VipsImage *image);
int wit_vips_orientation(VipsImage *image);
int wit_vips_has_alpha(VipsImage *image);

/// Whether the picture's numbers mean colours only by a profile: its own, or that of its inks.
int wit_vips_needs_profile(VipsImage *image);

/// Whether the picture came with a field, such as `exif-data`.
int wit_vips_has(VipsImage *image, const char *field);

/// Whether the numbers are grey (1 band) or sRGB (3 bands) already.
int wit_vips_is_plain(VipsImage *image, int grey);

/// The picture as it is stored, at most `width` × `height` pixels (exactly that with `force`), in
/// sRGB by its profile if `manage`. The bytes must outlive the picture.
int wit_vips_thumbnail(const void *bytes, size_t count, VipsImage **out, int width, int height,
                       int force, int manage, int acceptDamage);

/// The picture with all its pixels in memory, from which several others can be made; NULL if they
/// can't be decoded.
VipsImage *wit_vips_drawn(VipsImage *image);

/// A drawn picture upright, by an EXIF orientation of 1 to 8; the picture itself is changed.
int wit_vips_upright(VipsImage *in, VipsImage **out, int orientation);

/// A drawn picture at most `width` × `height` pixels (exactly that with `force`).
int wit_vips_shrink(VipsImage *in, VipsImage **out, int width, int height, int force);

/// Turns the numbers to grey or to sRGB.
int wit_vips_make_plain(VipsImage *in, VipsImage **out, int grey);

/// Puts the picture on a white ground; white is 255.
int wit_vips_flatten(VipsImage *in, VipsImage **out);

/// Makes each number a byte.
int wit_vips_cast_bytes(VipsImage *in, VipsImage **out);

/// Bands `first` and the `count - 1` after it.
int wit_vips_take_bands(VipsImage *in, VipsImage **out, int first, int count);

/// All pixels, row by row; freed with `wit_vips_free`.
void *wit_vips_pixels(VipsImage *image, size_t *count);

/// A baseline JPEG without any metadata, ICC profile included; freed with `wit_vips_free`.
int wit_vips_jpeg(VipsImage *in, void **bytes, size_t *count, int quality);

/// Draws SVG that this program wrote; the bytes must outlive the picture.
int wit_vips_svg(const void *bytes, size_t count, VipsImage **out);

/// A PNG without any metadata, of at most 256 colours where libvips can choose them; freed with
/// `wit_vips_free`.
int wit_vips_png(VipsImage *in, void **bytes, size_t *count);

void wit_vips_free(void *memory);

/// Frees what libvips keeps for the calling thread.
void wit_vips_end_thread(void);

/// Gives back to the system what large pictures left free between smaller things, where the C library
/// keeps it.
void wit_vips_give_back(void);
