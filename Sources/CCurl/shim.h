// libcurl's option setters are variadic, which Swift cannot call: each shape gets a typed inline here.
#ifndef COACHKIT_CCURL_SHIM_H
#define COACHKIT_CCURL_SHIM_H
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <poll.h>
#if defined(__linux__)
// Glibc's module does not export these two.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

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
/// HTTP and HTTPS only, whatever the address says. libcurl 7.85 renamed the option.
static inline CURLcode coachkit_curl_limit_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}
/// Without this, giving up on a slow name look-up waits for it and holds up every other transfer.
static inline CURLcode coachkit_curl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  return CURLE_OK;
#endif
}
/// The two callbacks through which a multi handle says what it waits for.
static inline CURLMcode coachkit_curl_set_callbacks(CURLM *multi, void *context,
                                                    curl_socket_callback on_socket,
                                                    curl_multi_timer_callback on_timer) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
  if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code;
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
