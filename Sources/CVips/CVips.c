#include "CVips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// The functions as libvips 8 and GLib 2 declare them, told again: their headers would bring their
// libraries to the linker with them. Compiled with `-include vips/vips.h`, as a test does, the
// compiler holds each declaration and number against theirs.
typedef struct _VipsArea VipsArea;
typedef struct _VipsArrayDouble VipsArrayDouble;

void(g_free)(void *memory);
void(g_object_unref)(void *object);
unsigned(g_log_set_handler)(const char *domain, int levels,
                            void (*log)(const char *, int, const char *, void *), void *data);
int vips_init(const char *program);
void vips_thread_shutdown(void);
void vips_concurrency_set(int threads);
void vips_cache_set_max(int operations);
void vips_operation_block_set(const char *name, int state);
char *vips_error_buffer_copy(void);
const char *vips_foreign_find_load_buffer(const void *bytes, size_t count);
VipsImage *vips_image_new_from_buffer(const void *bytes, size_t count, const char *options, ...);
void *vips_image_write_to_memory(VipsImage *image, size_t *count);
size_t vips_image_get_typeof(const VipsImage *image, const char *name);
int vips_image_get_interpretation(const VipsImage *image);
int vips_image_get_width(const VipsImage *image);
int vips_image_get_height(const VipsImage *image);
int vips_image_get_bands(const VipsImage *image);
int vips_image_get_n_pages(VipsImage *image);
int vips_image_get_orientation(VipsImage *image);
void vips_image_set_int(VipsImage *image, const char *name, int value);
int vips_image_hasalpha(VipsImage *image);
VipsArrayDouble *vips_array_double_new(const double *numbers, int count);
void vips_area_unref(VipsArea *area);
int vips_thumbnail_buffer(void *bytes, size_t count, VipsImage **out, int width, ...);
VipsImage *vips_image_copy_memory(VipsImage *image);
int vips_thumbnail_image(VipsImage *in, VipsImage **out, int width, ...);
int vips_autorot(VipsImage *in, VipsImage **out, ...);
int vips_colourspace(VipsImage *in, VipsImage **out, int space, ...);
int vips_flatten(VipsImage *in, VipsImage **out, ...);
int vips_cast(VipsImage *in, VipsImage **out, int format, ...);
int vips_extract_band(VipsImage *in, VipsImage **out, int band, ...);
int vips_jpegsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
int vips_svgload_buffer(void *bytes, size_t count, VipsImage **out, ...);
int vips_pngsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);

enum {
    logLevels = -4,
    fatal = 7,
    sequential = 1,
    sizeDown = 2,
    sizeForce = 3,
    relative = 1,
    blackAndWhite = 1,
    cmyk = 15,
    sRGB = 22,
    formatByte = 0,
};

#ifdef VIPS_MAJOR_VERSION
_Static_assert(VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE == 42, "the library is libvips.so.42");
_Static_assert((int)G_LOG_LEVEL_MASK == logLevels, "all levels of GLib");
_Static_assert((int)VIPS_ACCESS_SEQUENTIAL == sequential, "VipsAccess");
_Static_assert((int)VIPS_SIZE_DOWN == sizeDown, "VipsSize");
_Static_assert((int)VIPS_SIZE_FORCE == sizeForce, "VipsSize");
_Static_assert((int)VIPS_INTENT_RELATIVE == relative, "VipsIntent");
_Static_assert((int)VIPS_INTERPRETATION_B_W == blackAndWhite, "VipsInterpretation");
_Static_assert((int)VIPS_INTERPRETATION_CMYK == cmyk, "VipsInterpretation");
_Static_assert((int)VIPS_INTERPRETATION_sRGB == sRGB, "VipsInterpretation");
_Static_assert((int)VIPS_FORMAT_UCHAR == formatByte, "VipsBandFormat");
_Static_assert(sizeof VIPS_META_ORIENTATION == sizeof "orientation", "the orientation's name");
_Static_assert((int)(G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION) == fatal,
               "what GLib ends the process for");
_Static_assert(sizeof VIPS_META_ICC_NAME == sizeof "icc-profile-data", "the profile's name");
#endif

#define EACH_FUNCTION(DO)             \
    DO(g_free)                        \
    DO(g_object_unref)                \
    DO(g_log_set_handler)             \
    DO(vips_init)                     \
    DO(vips_thread_shutdown)          \
    DO(vips_concurrency_set)          \
    DO(vips_cache_set_max)            \
    DO(vips_operation_block_set)      \
    DO(vips_error_buffer_copy)        \
    DO(vips_foreign_find_load_buffer) \
    DO(vips_image_new_from_buffer)    \
    DO(vips_image_write_to_memory)    \
    DO(vips_image_get_typeof)         \
    DO(vips_image_get_interpretation) \
    DO(vips_image_get_width)          \
    DO(vips_image_get_height)         \
    DO(vips_image_get_bands)          \
    DO(vips_image_get_n_pages)        \
    DO(vips_image_get_orientation)    \
    DO(vips_image_set_int)            \
    DO(vips_image_hasalpha)           \
    DO(vips_array_double_new)         \
    DO(vips_area_unref)               \
    DO(vips_thumbnail_buffer)         \
    DO(vips_image_copy_memory)        \
    DO(vips_thumbnail_image)          \
    DO(vips_autorot)                  \
    DO(vips_colourspace)              \
    DO(vips_flatten)                  \
    DO(vips_cast)                     \
    DO(vips_extract_band)             \
    DO(vips_jpegsave_buffer)          \
    DO(vips_svgload_buffer)           \
    DO(vips_pngsave_buffer)

#define MEMBER(name) __typeof__(&name) call_##name;
static struct { EACH_FUNCTION(MEMBER) } vips;
#define CALL(name) vips.call_##name

const char *wit_vips_load(const char *const *names) {
    void *library = NULL;
    for (; !library && *names; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
// What GLib gives is found as well: dlsym looks into the libraries that a library needs.
#define RESOLVE(name)                                                     \
    *(void **)&vips.call_##name = dlsym(library, #name);                  \
    if (!vips.call_##name) return "it lacks the function " #name;
    EACH_FUNCTION(RESOLVE)
    return NULL;
}

// QUIRK: libvips before 8.15 shrinks by code that Orc makes anew for each picture, when its steps
// are laid out, and drops with them; Orc 0.4.33 (Debian 12) hands one piece of memory to two
// threads that ask at the same moment, and both crash. So one thread at a time lays out or drops
// steps that may shrink. Pixels are worked out later, by any number of threads.
static pthread_mutex_t layingOut = PTHREAD_MUTEX_INITIALIZER;

static void ignore(const char *domain, int level, const char *text, void *data) {
    (void)domain, (void)level, (void)text, (void)data;
}

static int withoutMemory;

static void end(const char *domain, int level, const char *text, void *data) {
    (void)domain, (void)level, (void)data;
    _exit(text && strstr(text, "allocate") ? withoutMemory : 1);
}

void wit_vips_end_without_memory(int status) {
    withoutMemory = status;
    CALL(g_log_set_handler)("GLib", fatal, (void *)end, NULL);
}

int wit_vips_start(int threads) {
    static const char *const loaders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp",
        "VipsForeignLoadTiff", "VipsForeignLoadHeif", "VipsForeignLoadJxl",
        "VipsForeignLoadNsgif", "VipsForeignLoadSvg",
    };
#ifdef __GLIBC__
    // Each of libvips' threads would get a heap of its own, and none gives back what it had: what
    // a large picture needed would stay for as long as the program runs.
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 256 << 10);
    mallopt(M_TOP_PAD, 64 << 10);
#endif
    CALL(g_log_set_handler)("VIPS", (int)logLevels, (void *)ignore, NULL);
    if (CALL(vips_init)("wit")) return -1;
    CALL(vips_concurrency_set)(threads);
    CALL(vips_cache_set_max)(0);
    CALL(vips_operation_block_set)("VipsForeignLoad", 1);
    for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
        CALL(vips_operation_block_set)(loaders[i], 0);
    return 0;
}

char *wit_vips_error(void) { return CALL(vips_error_buffer_copy)(); }

int wit_vips_can_read(const void *bytes, size_t count) {
    const char *loader = CALL(vips_foreign_find_load_buffer)(bytes, count);
    // The reader of SVG is for pictures of our own only: a stranger's bytes may look like a GIF to
    // us and like SVG to libvips.
    return loader && !strstr(loader, "Svg");
}

VipsImage *wit_vips_open(const void *bytes, size_t count) {
    return CALL(vips_image_new_from_buffer)(bytes, count, "", "access", sequential, NULL);
}

void wit_vips_close(VipsImage *image) {
    pthread_mutex_lock(&layingOut);
    CALL(g_object_unref)(image);
    pthread_mutex_unlock(&layingOut);
}

int wit_vips_width(VipsImage *image) { return CALL(vips_image_get_width)(image); }
int wit_vips_height(VipsImage *image) { return CALL(vips_image_get_height)(image); }
int wit_vips_bands(VipsImage *image) { return CALL(vips_image_get_bands)(image); }
int wit_vips_pages(VipsImage *image) { return CALL(vips_image_get_n_pages)(image); }
int wit_vips_orientation(VipsImage *image) { return CALL(vips_image_get_orientation)(image); }
int wit_vips_has_alpha(VipsImage *image) { return CALL(vips_image_hasalpha)(image); }

int wit_vips_needs_profile(VipsImage *image) {
    return CALL(vips_image_get_typeof)(image, "icc-profile-data") != 0 ||
           (int)CALL(vips_image_get_interpretation)(image) == cmyk;
}

int wit_vips_has(VipsImage *image, const char *field) {
    return CALL(vips_image_get_typeof)(image, field) != 0;
}

static int plain(int grey) { return grey ? blackAndWhite : sRGB; }

int wit_vips_is_plain(VipsImage *image, int grey) {
    return (int)CALL(vips_image_get_interpretation)(image) == plain(grey);
}

// QUIRK: libvips 8.14 has `fail_on` for this, but hands it to the loader only for files; and
// with `export_profile` it changes the colours of a picture that has no profile. To turn the
// picture it would work out its pixels here, while others wait.
int wit_vips_thumbnail(const void *bytes, size_t count, VipsImage **out, int width, int height,
                       int force, int manage, int acceptDamage) {
    int size = force ? sizeForce : sizeDown, failed;
    const char *options = acceptDamage ? "[fail_on=none]" : "[fail_on=truncated]";
    pthread_mutex_lock(&layingOut);
    if (manage)
        failed = CALL(vips_thumbnail_buffer)((void *)bytes, count, out, width, "height", height,
                                             "size", size, "option_string", options, "no_rotate",
                                             1, "export_profile", "srgb", "intent", relative,
                                             NULL);
    else
        failed = CALL(vips_thumbnail_buffer)((void *)bytes, count, out, width, "height", height,
                                             "size", size, "option_string", options, "no_rotate",
                                             1, NULL);
    pthread_mutex_unlock(&layingOut);
    return failed;
}

VipsImage *wit_vips_drawn(VipsImage *image) { return CALL(vips_image_copy_memory)(image); }

int wit_vips_upright(VipsImage *in, VipsImage **out, int orientation) {
    CALL(vips_image_set_int)(in, "orientation", orientation);
    return CALL(vips_autorot)(in, out, NULL);
}

int wit_vips_shrink(VipsImage *in, VipsImage **out, int width, int height, int force) {
    pthread_mutex_lock(&layingOut);
    int failed = CALL(vips_thumbnail_image)(in, out, width, "height", height, "size",
                                            force ? sizeForce : sizeDown, NULL);
    pthread_mutex_unlock(&layingOut);
    return failed;
}

int wit_vips_make_plain(VipsImage *in, VipsImage **out, int grey) {
    return CALL(vips_colourspace)(in, out, plain(grey), NULL);
}

int wit_vips_flatten(VipsImage *in, VipsImage **out) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *ground = CALL(vips_array_double_new)(white, wit_vips_bands(in) > 2 ? 3 : 1);
    int failed = CALL(vips_flatten)(in, out, "background", ground, NULL);
    CALL(vips_area_unref)((void *)ground);
    return failed;
}

int wit_vips_cast_bytes(VipsImage *in, VipsImage **out) {
    return CALL(vips_cast)(in, out, (int)formatByte, NULL);
}

int wit_vips_take_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return CALL(vips_extract_band)(in, out, first, "n", count, NULL);
}

void *wit_vips_pixels(VipsImage *image, size_t *count) {
    return CALL(vips_image_write_to_memory)(image, count);
}

int wit_vips_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
    return CALL(vips_jpegsave_buffer)(in, bytes, count, "Q", quality, "optimize_coding", 1,
                                      "strip", 1, NULL);
}

int wit_vips_svg(const void *bytes, size_t count, VipsImage **out) {
    return CALL(vips_svgload_buffer)((void *)bytes, count, out, NULL);
}

int wit_vips_png(VipsImage *in, void **bytes, size_t *count) {
    return CALL(vips_pngsave_buffer)(in, bytes, count, "compression", 9, "strip", 1, "palette", 1,
                                     "Q", 90, "dither", 0.0, NULL);
}

void wit_vips_free(void *memory) { CALL(g_free)(memory); }

void wit_vips_end_thread(void) { CALL(vips_thread_shutdown)(); }

void wit_vips_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
