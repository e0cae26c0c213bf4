// Base64 by the register-wide method of Muła and Lemire (“Faster Base64 Encoding and Decoding
// using AVX2 Instructions”, ACM TWEB 12(3), 2018), with line breaks: a vector that meets one gives
// the digits before it, so a line of 76 takes three steps. Swift's SIMD types have no shuffle by a
// vector of indices, which the method stands on; hence C.
#include "CBase64.h"

#include <string.h>

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

size_t wit_base64_decode(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                         size_t *written) {
    return __builtin_cpu_supports("avx2")
               ? decode_avx2(input, count, output, room, written)
               : wit_base64_decode_scalar(input, count, output, room, written);
}
#else
size_t wit_base64_decode(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                         size_t *written) {
    return wit_base64_decode_scalar(input, count, output, room, written);
}
#endif
