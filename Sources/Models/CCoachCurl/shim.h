// libcurl's option setters are variadic, which Swift cannot call: each shape gets a typed inline here.
#ifndef COACHKIT_CCURL_SHIM_H
#define COACHKIT_CCURL_SHIM_H
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <fcntl.h>
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
static inline CURLcode coachkit_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}
/// The file of certificates that libcurl was built with, or null. Older ones do not tell.
static inline const char *coachkit_curl_certificate_file(CURL *easy) {
  char *file = NULL;
#if LIBCURL_VERSION_NUM >= 0x075400
  curl_easy_getinfo(easy, CURLINFO_CAINFO, &file);
#endif
  return file;
}
/// A program that the host starts must not inherit a socket, or closing it here would not close it.
static inline int coachkit_curl_close_on_exec(void *context, curl_socket_t socket, curlsocktype type) {
  (void)context;
  (void)type;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return CURL_SOCKOPT_OK;
}
static inline CURLcode coachkit_curl_set_close_on_exec(CURL *easy) {
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, coachkit_curl_close_on_exec);
}
static inline CURLMcode coachkit_curl_keep_connections(CURLM *multi, long count) {
  return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}
/// Lets the transfers of one thread take up each other's TLS sessions; without locks, so for one thread.
static inline CURLSHcode coachkit_curl_share_sessions(CURLSH *share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
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
