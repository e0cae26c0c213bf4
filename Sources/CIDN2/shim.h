// libidn2's two directions of IDNA2008, whose flags and names are macros that Swift cannot see.
#ifndef WIT_CIDN2_SHIM_H
#define WIT_CIDN2_SHIM_H

#include <idn2.h>
#include <stddef.h>

/// A domain in UTF-8 as ASCII, its labels as A-labels (RFC 5891 §4, mapped as UTS #46 says, without
/// its transitional spellings); NULL for an invalid domain. Freed with `wit_idn_free`.
static inline char *wit_idn_ascii(const char *domain) {
    char *ascii = NULL;
    int flags = IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL;
    return idn2_to_ascii_8z(domain, &ascii, flags) == IDN2_OK ? ascii : NULL;
}

static inline void wit_idn_free(char *text) { idn2_free(text); }

#endif
