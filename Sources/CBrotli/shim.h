// The decoder of brotli streams.
#ifndef WIT_CBROTLI_SHIM_H
#define WIT_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
