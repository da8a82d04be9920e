// libcurl's option setters are variadic, which Swift cannot call: each shape gets a typed inline here.
#ifndef COACHKIT_CCURL_SHIM_H
#define COACHKIT_CCURL_SHIM_H
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*coachkit_curl_data)(char *, size_t, size_t, void *);

static inline CURLcode coachkit_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode coachkit_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode coachkit_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode coachkit_curl_set_data(CURL *easy, CURLoption option,
                                              coachkit_curl_data value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode coachkit_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode coachkit_curl_status(CURL *easy, long *status) {
  return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
}
static inline CURLcode coachkit_curl_private(CURL *easy, void **value) {
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}
static inline CURL *coachkit_curl_message_handle(const CURLMsg *message) {
  return message->easy_handle;
}
static inline CURLcode coachkit_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}
#endif
