// GMime at the work of `wit-bench`: `peer-gmime parse|build FILE N`, prints MB/s of the message.
// Parsing decodes every leaf; building takes the leaves' decoded bytes and writes a message.
#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static GMimeMessage *parse(const char *bytes, size_t count) {
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, count);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    g_object_unref(parser);
    g_object_unref(stream);
    return message;
}

struct leaf {
    char *type, *name;
    GByteArray *bytes;
};
static struct leaf leaves[64];
static int leafCount;
static size_t decoded;

static void decode(GMimeObject *parent, GMimeObject *object, gpointer keep) {
    (void)parent;
    if (!GMIME_IS_PART(object)) return;
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(object));
    GMimeStream *out = g_mime_stream_mem_new();
    if (content) g_mime_data_wrapper_write_to_stream(content, out);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
    decoded += bytes->len;
    if (keep && leafCount < 64) {
        const char *name = g_mime_part_get_filename(GMIME_PART(object));
        struct leaf leaf = {
            g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object)),
            name ? strdup(name) : NULL, g_byte_array_new()};
        g_byte_array_append(leaf.bytes, bytes->data, bytes->len);
        leaves[leafCount++] = leaf;
    }
    g_object_unref(out);
}

static size_t build(void) {
    GMimeMessage *message = g_mime_message_new(TRUE);
    g_mime_message_set_subject(message, "Twelve photos", "utf-8");
    g_mime_message_add_mailbox(message, GMIME_ADDRESS_TYPE_TO, "Aunt", "aunt@example.org");
    GMimeMultipart *mixed = g_mime_multipart_new_with_subtype("mixed");
    for (int i = 0; i < leafCount; i++) {
        char *slash = strchr(leaves[i].type, '/');
        char *type = strndup(leaves[i].type, (size_t)(slash - leaves[i].type));
        GMimePart *part = g_mime_part_new_with_type(type, slash + 1);
        GByteArray *bytes = leaves[i].bytes;
        GMimeStream *stream =
            g_mime_stream_mem_new_with_buffer((const char *)bytes->data, bytes->len);
        GMimeDataWrapper *content =
            g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT);
        g_mime_part_set_content(part, content);
        g_mime_part_set_content_encoding(part, GMIME_CONTENT_ENCODING_BASE64);
        if (leaves[i].name) g_mime_part_set_filename(part, leaves[i].name);
        g_mime_multipart_add(mixed, GMIME_OBJECT(part));
        g_object_unref(part);
        g_object_unref(content);
        g_object_unref(stream);
        free(type);
    }
    g_mime_message_set_mime_part(message, GMIME_OBJECT(mixed));
    GMimeStream *out = g_mime_stream_mem_new();
    g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, out);
    size_t length = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out))->len;
    g_object_unref(out);
    g_object_unref(mixed);
    g_object_unref(message);
    return length;
}

int main(int argc, char **argv) {
    gchar *bytes;
    gsize count;
    if (argc != 4 || !g_file_get_contents(argv[2], &bytes, &count, NULL)) return 2;
    g_mime_init();
    int rounds = atoi(argv[3]), building = !strcmp(argv[1], "build");
    size_t done = 0;
    if (building) {
        GMimeMessage *message = parse(bytes, count);
        g_mime_message_foreach(message, decode, leaves);
        g_object_unref(message);
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < rounds; i++) {
        if (building) {
            done += build();
        } else {
            GMimeMessage *message = parse(bytes, count);
            g_mime_message_foreach(message, decode, NULL);
            g_object_unref(message);
            done += count;
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    printf("%.1f MB/s\n", (double)done / 1e6 / seconds);
    return decoded == 0;
}
