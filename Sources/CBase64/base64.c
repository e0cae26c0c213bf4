// Base64 by the register-wide method of Muła and Lemire (“Faster Base64 Encoding and Decoding
// using AVX2 Instructions”, ACM TWEB 12(3), 2018), with line breaks: a vector that meets one gives
// the digits before it, so a line of 76 takes three steps. Swift's SIMD types have no shuffle by a
// vector of indices, which the method stands on; hence C.
#include "CBase64.h"

#include <string.h>

// The octets that a line of 76 digits holds.
#define LINE 57

// By octet: 64 and the digit's value; 0 for what is none.
static const uint8_t values[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 126, 0, 0, 0, 127,
    116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 0, 0, 0, 0, 0, 0,
    0, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78,
    79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 0, 0, 0, 0, 0,
    0, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104,
    105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 0, 0, 0, 0, 0,
};

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// One line of up to 57 octets, the last group padded.
static size_t encode_line(const uint8_t *input, size_t count, uint8_t *output) {
    size_t in = 0, out = 0;
    for (; in + 3 <= count; in += 3, out += 4) {
        uint32_t bits = (uint32_t)input[in] << 16 | (uint32_t)input[in + 1] << 8 | input[in + 2];
        output[out] = (uint8_t)digits[bits >> 18];
        output[out + 1] = (uint8_t)digits[bits >> 12 & 63];
        output[out + 2] = (uint8_t)digits[bits >> 6 & 63];
        output[out + 3] = (uint8_t)digits[bits & 63];
    }
    if (in == count) return out;
    uint32_t bits = (uint32_t)input[in] << 16;
    if (in + 1 < count) bits |= (uint32_t)input[in + 1] << 8;
    output[out] = (uint8_t)digits[bits >> 18];
    output[out + 1] = (uint8_t)digits[bits >> 12 & 63];
    output[out + 2] = in + 1 < count ? (uint8_t)digits[bits >> 6 & 63] : '=';
    output[out + 3] = '=';
    return out + 4;
}

size_t wit_base64_encode_scalar(const uint8_t *input, size_t count, uint8_t *output) {
    size_t out = 0;
    while (count > 0) {
        size_t line = count < LINE ? count : LINE;
        out += encode_line(input, line, output + out);
        input += line;
        count -= line;
        if (count == 0) break;
        output[out] = '\r';
        output[out + 1] = '\n';
        out += 2;
    }
    return out;
}

size_t wit_base64_decode_scalar(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                                size_t *written) {
    size_t in = 0, out = 0;
    while (in < count) {
        if (input[in] == '\r' || input[in] == '\n') {
            in++;
            continue;
        }
        if (in + 4 > count || out + 3 > room) break;
        uint8_t a = values[input[in]], b = values[input[in + 1]], c = values[input[in + 2]],
                d = values[input[in + 3]];
        if (!(a & b & c & d & 64)) break;
        uint32_t bits = (uint32_t)(a & 63) << 18 | (uint32_t)(b & 63) << 12 |
                        (uint32_t)(c & 63) << 6 | (d & 63);
        output[out] = (uint8_t)(bits >> 16);
        output[out + 1] = (uint8_t)(bits >> 8);
        output[out + 2] = (uint8_t)bits;
        in += 4;
        out += 3;
    }
    *written = out;
    return in;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static size_t decode_avx2(const uint8_t *input, size_t count,
                                                          uint8_t *output, size_t room,
                                                          size_t *written) {
    const __m256i low_nibbles = _mm256_setr_epi8(
        0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B,
        0x1A, 0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B,
        0x1B, 0x1A);
    const __m256i high_nibbles = _mm256_setr_epi8(
        0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
        0x10, 0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
        0x10, 0x10);
    const __m256i shifts = _mm256_setr_epi8(
        0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 19, 4, -65, -65, -71, -71,
        0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i slash = _mm256_set1_epi8(0x2F), zero = _mm256_setzero_si256();
    const __m256i order = _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1,
                                           2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, -1, -1);
    size_t in = 0, out = 0;
    while (in + 32 <= count && out + 32 <= room) {
        __m256i text = _mm256_loadu_si256((const __m256i *)(input + in));
        __m256i high = _mm256_and_si256(_mm256_srli_epi32(text, 4), slash);
        __m256i low = _mm256_and_si256(text, slash);
        __m256i flags = _mm256_and_si256(_mm256_shuffle_epi8(low_nibbles, low),
                                         _mm256_shuffle_epi8(high_nibbles, high));
        uint32_t bad = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(flags, zero));
        __m256i isSlash = _mm256_cmpeq_epi8(text, slash);
        __m256i shift = _mm256_shuffle_epi8(shifts, _mm256_add_epi8(isSlash, high));
        __m256i digits = _mm256_add_epi8(text, shift);
        __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi32(0x01400140));
        __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
        groups = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(groups, order), lanes);
        _mm256_storeu_si256((__m256i *)(output + out), groups);
        if (bad == 0) {
            in += 32;
            out += 24;
            continue;
        }
        size_t clean = (size_t)__builtin_ctz(bad) & ~(size_t)3;
        in += clean;
        out += clean / 4 * 3;
        size_t breaks = in;
        while (breaks < count && (input[breaks] == '\r' || input[breaks] == '\n')) breaks++;
        if (breaks == in) break;
        in = breaks;
    }
    size_t more = 0;
    in += wit_base64_decode_scalar(input + in, count - in, output + out, room - out, &more);
    *written = out + more;
    return in;
}

// 24 octets as 32 digits; reads 28 octets.
__attribute__((target("avx2"))) static inline void encode_step(const uint8_t *input,
                                                               uint8_t *output) {
    const __m256i order = _mm256_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 1, 0,
                                           2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    // What to add to a value so that it becomes its digit, by the kind of digit.
    const __m256i shifts = _mm256_setr_epi8(
        65, 71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 0, 0, 65, 71, -4, -4, -4, -4, -4,
        -4, -4, -4, -4, -4, -19, -16, 0, 0);
    __m256i octets =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)input)),
                                _mm_loadu_si128((const __m128i *)(input + 12)), 1);
    octets = _mm256_shuffle_epi8(octets, order);
    __m256i odd = _mm256_mulhi_epu16(_mm256_and_si256(octets, _mm256_set1_epi32(0x0FC0FC00)),
                                     _mm256_set1_epi32(0x04000040));
    __m256i even = _mm256_mullo_epi16(_mm256_and_si256(octets, _mm256_set1_epi32(0x003F03F0)),
                                      _mm256_set1_epi32(0x01000010));
    __m256i sextets = _mm256_or_si256(odd, even);
    // 0 for capitals, 1 for small letters, 2 to 11 for figures, 12 for plus, 13 for slash.
    __m256i kinds = _mm256_sub_epi8(_mm256_subs_epu8(sextets, _mm256_set1_epi8(51)),
                                    _mm256_cmpgt_epi8(sextets, _mm256_set1_epi8(25)));
    __m256i text = _mm256_add_epi8(sextets, _mm256_shuffle_epi8(shifts, kinds));
    _mm256_storeu_si256((__m256i *)output, text);
}

// A line of 57 octets in three steps, the last of which does part of the second once more.
__attribute__((target("avx2"))) static size_t encode_avx2(const uint8_t *input, size_t count,
                                                          uint8_t *output) {
    size_t in = 0, out = 0;
    while (in + LINE + 4 <= count) {
        encode_step(input + in, output + out);
        encode_step(input + in + 24, output + out + 32);
        encode_step(input + in + 33, output + out + 44);
        output[out + 76] = '\r';
        output[out + 77] = '\n';
        in += LINE;
        out += 78;
    }
    return out + wit_base64_encode_scalar(input + in, count - in, output + out);
}

size_t wit_base64_encode(const uint8_t *input, size_t count, uint8_t *output) {
    return __builtin_cpu_supports("avx2") ? encode_avx2(input, count, output)
                                          : wit_base64_encode_scalar(input, count, output);
}

size_t wit_base64_decode(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                         size_t *written) {
    return __builtin_cpu_supports("avx2")
               ? decode_avx2(input, count, output, room, written)
               : wit_base64_decode_scalar(input, count, output, room, written);
}
#else
size_t wit_base64_encode(const uint8_t *input, size_t count, uint8_t *output) {
    return wit_base64_encode_scalar(input, count, output);
}

size_t wit_base64_decode(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                         size_t *written) {
    return wit_base64_decode_scalar(input, count, output, room, written);
}
#endif
