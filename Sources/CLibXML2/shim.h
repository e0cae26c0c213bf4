#pragma once
#include <libxml/xmlversion.h>
// Debian's headers pull ICU's in for a struct that is never looked into here; they clash with
// the ICU that Swift's Foundation brings.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

// A macro that Swift cannot call.
static const unsigned int witXMLSAX2Magic = XML_SAX2_MAGIC;

// A variable of functions that Swift takes for shared state.
static inline void witXMLFree(void *text) { xmlFree(text); }
