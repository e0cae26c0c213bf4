// What GMime makes of mail: `mail-gmime FOLDER` parses each file of the folder whose name ends in
// .eml, writes it anew beside it as NAME.gmime, and prints one line for it, fields parted by tabs:
// the file's name, the media types as a tree, the warnings' codes, and for each leaf its file name
// and the SHA-256 of what it decodes to.
#include <gmime/gmime.h>
#include <stdio.h>
#include <string.h>

static GString *warnings;

static void warn(gint64 offset, GMimeParserWarning code, const gchar *item, gpointer unused) {
    (void)offset, (void)item, (void)unused;
    g_string_append_printf(warnings, "%s%d", warnings->len ? "," : "", code);
}

static void describe(GMimeObject *object, GString *tree, GString *leaves) {
    GMimeContentType *type = g_mime_object_get_content_type(object);
    gchar *essence = g_mime_content_type_get_mime_type(type), *small = g_ascii_strdown(essence, -1);
    g_string_append(tree, small);
    g_free(small);
    g_free(essence);
    if (GMIME_IS_MULTIPART(object)) {
        int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
        if (count > 0) g_string_append_c(tree, '(');
        for (int i = 0; i < count; i++) {
            if (i > 0) g_string_append_c(tree, ',');
            describe(g_mime_multipart_get_part(GMIME_MULTIPART(object), i), tree, leaves);
        }
        if (count > 0) g_string_append_c(tree, ')');
    } else if (GMIME_IS_MESSAGE_PART(object)) {
        GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
        GMimeObject *root = inner ? g_mime_message_get_mime_part(inner) : NULL;
        if (!root) return;
        g_string_append_c(tree, '(');
        describe(root, tree, leaves);
        g_string_append_c(tree, ')');
    } else if (GMIME_IS_PART(object)) {
        GMimeStream *out = g_mime_stream_mem_new();
        GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(object));
        if (content) g_mime_data_wrapper_write_to_stream(content, out);
        GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
        gchar *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes->data, bytes->len);
        const char *name = g_mime_part_get_filename(GMIME_PART(object));
        gchar *shown = g_strdelimit(g_strdup(name ? name : ""), "\t\n\r", ' ');
        g_string_append_printf(leaves, "\t%s\t%s", shown, sum);
        g_free(shown);
        g_free(sum);
        g_object_unref(out);
    }
}

static void read_one(const char *folder, const char *name) {
    gchar *path = g_build_filename(folder, name, NULL), *bytes;
    gsize count;
    if (!g_file_get_contents(path, &bytes, &count, NULL)) return;
    warnings = g_string_new(NULL);
    GString *tree = g_string_new(NULL), *leaves = g_string_new(NULL);
    GMimeParserOptions *options = g_mime_parser_options_new();
    g_mime_parser_options_set_warning_callback(options, warn, NULL);
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, count);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, options);
    if (message && g_mime_message_get_mime_part(message)) {
        describe(g_mime_message_get_mime_part(message), tree, leaves);
        GMimeStream *out = g_mime_stream_mem_new();
        g_mime_object_write_to_stream(GMIME_OBJECT(message), NULL, out);
        GByteArray *written = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
        gchar *target = g_strconcat(path, ".gmime", NULL);
        g_file_set_contents(target, (gchar *)written->data, written->len, NULL);
        g_free(target);
        g_object_unref(out);
    }
    printf("%s\t%s\t%s%s\n", name, tree->str, warnings->str, leaves->str);
    if (message) g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
    g_string_free(tree, TRUE);
    g_string_free(leaves, TRUE);
    g_string_free(warnings, TRUE);
    g_free(bytes);
    g_free(path);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    GDir *folder = g_dir_open(argv[1], 0, NULL);
    if (!folder) return 1;
    g_mime_init();
    const gchar *name;
    while ((name = g_dir_read_name(folder)))
        if (g_str_has_suffix(name, ".eml")) read_one(argv[1], name);
    g_dir_close(folder);
    return 0;
}
