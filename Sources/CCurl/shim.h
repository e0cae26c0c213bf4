#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo take what follows as variadic arguments, which Swift
// does not call: one function here for each type of them.

static inline CURLcode witCurlSetNumber(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode witCurlSetSize(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

/// libcurl copies the text; NULL takes the option back.
static inline CURLcode witCurlSetText(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_ERRORBUFFER and the …DATA of callbacks; what it points to must outlive the handle.
static inline CURLcode witCurlSetPointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// The list must outlive the transfer.
static inline CURLcode witCurlSetList(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_READFUNCTION, CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode witCurlSetTransfer(
    CURL *handle, CURLoption option, size_t (*call)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, call);
}

static inline CURLcode witCurlSetDebug(
    CURL *handle, int (*call)(CURL *, curl_infotype, char *, size_t, void *)) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, call);
}

static inline CURLcode witCurlSetProgress(
    CURL *handle,
    int (*call)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, call);
}

static inline CURLcode witCurlGetNumber(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode witCurlGetSocket(CURL *handle, curl_socket_t *value) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, value);
}

/// Of a text that belongs to the handle.
static inline CURLcode witCurlGetText(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode witCurlGetSize(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
