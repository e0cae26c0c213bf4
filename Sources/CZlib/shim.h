// Two whole-buffer calls over zlib, whose own entry points are macros that Swift cannot see.
// Both speak raw deflate (RFC 1951) and touch nothing but the memory they are handed.
#ifndef WIT_CZLIB_SHIM_H
#define WIT_CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

/// Compresses `input` into `output`; the size goes to `written`.
/// Returns a zlib code: Z_OK, Z_BUF_ERROR if `output` is too small.
static inline int wit_deflate(
    const uint8_t *input, size_t inputSize, uint8_t *output, size_t capacity, size_t *written)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    int code = deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
    if (code != Z_OK) return code;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)inputSize;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    code = deflate(&stream, Z_FINISH);
    *written = stream.total_out;
    deflateEnd(&stream);
    if (code == Z_STREAM_END) return Z_OK;
    return code == Z_OK ? Z_BUF_ERROR : code;
}

/// Decompresses `input` into `output`, never past `capacity`; the size goes to `written`.
/// Returns a zlib code: Z_OK for a stream that ends exactly where the input ends, Z_BUF_ERROR
/// if `output` is too small or the input ends too early, Z_DATA_ERROR for anything else.
static inline int wit_inflate(
    const uint8_t *input, size_t inputSize, uint8_t *output, size_t capacity, size_t *written)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    int code = inflateInit2(&stream, -15);
    if (code != Z_OK) return code;
    stream.next_in = (Bytef *)input;
    stream.avail_in = (uInt)inputSize;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    code = inflate(&stream, Z_FINISH);
    *written = stream.total_out;
    int rest = stream.avail_in != 0;
    inflateEnd(&stream);
    if (code == Z_STREAM_END) return rest ? Z_DATA_ERROR : Z_OK;
    return code == Z_OK ? Z_BUF_ERROR : code;
}

#endif
