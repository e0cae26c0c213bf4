#ifndef WIT_CBASE64_H
#define WIT_CBASE64_H

#include <stddef.h>
#include <stdint.h>

/// Decodes whole groups of four base64 digits, passing over CR and LF between groups.
///
/// Stops before the first group that is not whole and clean, and where no room is left: it never
/// reads at or beyond `count`, and never writes at or beyond `room`. Of the room, up to 32 octets
/// behind what is written may be overwritten with anything.
///
/// Returns how many octets were read; `written` gets how many were decoded.
size_t wit_base64_decode(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                         size_t *written);

/// The same without vector instructions, for comparison.
size_t wit_base64_decode_scalar(const uint8_t *input, size_t count, uint8_t *output, size_t room,
                                size_t *written);

/// Encodes in lines of 76 digits (57 octets) parted by CRLF; none behind the last.
///
/// Never reads at or beyond `count`. Writes just as many octets as it returns, which are
/// 4 for each begun group of 3 and 2 for each line but the last.
size_t wit_base64_encode(const uint8_t *input, size_t count, uint8_t *output);

/// The same without vector instructions, for comparison.
size_t wit_base64_encode_scalar(const uint8_t *input, size_t count, uint8_t *output);

#endif
