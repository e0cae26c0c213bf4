// The least that a scan can do: two threads read heads and parse them with libexif, one
// transaction takes the rows. `peer-libexif FOLDER DATABASE`; with `--stat FOLDER` only walks
// and stats. Prints the number of files.
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <libexif/exif-data.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD = 65536 };

static char **paths;
static size_t count, room, next;
static sqlite3_stmt *insert;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int collect(const char *path, const struct stat *facts, int type, struct FTW *place) {
    (void)facts, (void)place;
    if (type != FTW_F) return 0;
    if (count == room) paths = realloc(paths, (room = room ? room * 2 : 4096) * sizeof *paths);
    paths[count++] = strdup(path);
    return 0;
}

static double degrees(ExifData *data, ExifTag tag, ExifTag reference) {
    ExifEntry *entry = exif_content_get_entry(data->ifd[EXIF_IFD_GPS], tag);
    ExifEntry *sign = exif_content_get_entry(data->ifd[EXIF_IFD_GPS], reference);
    if (!entry || entry->components < 3 || entry->size < 24) return 0;
    double result = 0, unit = 1;
    for (int i = 0; i < 3; i++, unit *= 60) {
        ExifRational part = exif_get_rational(entry->data + 8 * i, exif_data_get_byte_order(data));
        if (part.denominator) result += (double)part.numerator / part.denominator / unit;
    }
    return sign && sign->size && strchr("SW", sign->data[0]) ? -result : result;
}

static void bind(int column, ExifData *data, ExifIfd group, ExifTag tag) {
    ExifEntry *entry = exif_content_get_entry(data->ifd[group], tag);
    if (entry)
        sqlite3_bind_text(insert, column, (char *)entry->data,
                          (int)strnlen((char *)entry->data, entry->size), SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(insert, column);
}

static void *work(void *unused) {
    (void)unused;
    unsigned char *head = malloc(HEAD);
    for (;;) {
        size_t mine = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
        if (mine >= count) break;
        int file = open(paths[mine], O_RDONLY);
        ssize_t length = file < 0 ? 0 : read(file, head, 8192);
        unsigned char *found = length > 0 ? memmem(head, (size_t)length, "Exif\0\0", 6) : NULL;
        ExifData *data = NULL;
        if (found) {
            size_t size = (size_t)found[-2] << 8 | found[-1], start = (size_t)(found - head);
            if (start + size > (size_t)length && start + size <= HEAD)
                length += read(file, head + length, start + size - (size_t)length);
            if (start + size <= (size_t)length)
                data = exif_data_new_from_data(found, (unsigned)size - 2);
        }
        if (file >= 0) close(file);
        if (!data) continue;
        pthread_mutex_lock(&lock);
        sqlite3_bind_text(insert, 1, paths[mine], -1, SQLITE_STATIC);
        bind(2, data, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL);
        sqlite3_bind_double(insert, 3, degrees(data, (ExifTag)EXIF_TAG_GPS_LATITUDE,
                                               (ExifTag)EXIF_TAG_GPS_LATITUDE_REF));
        sqlite3_bind_double(insert, 4, degrees(data, (ExifTag)EXIF_TAG_GPS_LONGITUDE,
                                               (ExifTag)EXIF_TAG_GPS_LONGITUDE_REF));
        bind(5, data, EXIF_IFD_0, EXIF_TAG_MAKE);
        bind(6, data, EXIF_IFD_0, EXIF_TAG_MODEL);
        sqlite3_step(insert);
        sqlite3_reset(insert);
        pthread_mutex_unlock(&lock);
        exif_data_unref(data);
    }
    free(head);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    if (!strcmp(argv[1], "--stat")) {
        nftw(argv[2], collect, 64, FTW_PHYS);
        printf("%zu\n", count);
        return 0;
    }
    sqlite3 *database;
    nftw(argv[1], collect, 64, FTW_PHYS);
    if (sqlite3_open(argv[2], &database)) return 1;
    sqlite3_exec(database, "PRAGMA journal_mode = WAL; CREATE TABLE photo (path TEXT, taken TEXT,"
                 " latitude REAL, longitude REAL, make TEXT, model TEXT); BEGIN", 0, 0, 0);
    sqlite3_prepare_v2(database, "INSERT INTO photo VALUES (?, ?, ?, ?, ?, ?)", -1, &insert, NULL);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    sqlite3_finalize(insert);
    sqlite3_exec(database, "COMMIT", 0, 0, 0);
    printf("%d\n", sqlite3_total_changes(database));
    return sqlite3_close(database);
}
