/// The least that streaming with libcurl costs: it counts the events of many streams and does nothing
/// else with them. What another client takes beyond this, it takes for what it does itself.
///
/// usage: stream-floor URL STREAMS EVENTS PAUSE_US [BATCH]
///
/// URL is that of a running stream-server, and the rest what it is asked for. Writes one JSON object,
/// as stream_peers.py does.

#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

enum {
  WARM_UP_STREAMS = 5,
  FIRST_EVENT_RUNS = 30,
  FIRST_EVENT_EVENTS = 5,
  BEFORE_TEXT = 1,   // events of a reply before its first piece of text
  BESIDE_TEXT = 4,   // events of a reply that bring no text: role, finish, usage, [DONE]
  POLL_SIZE = 256,
};

static const char body[] =
  "{\"model\":\"loopback-1\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
  "\"messages\":[{\"role\":\"user\",\"content\":\"What would a good enough week look like?\"}]}";

static void fail(const char *what) {
  fprintf(stderr, "stream-floor: %s\n", what);
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double processor_seconds(const struct rusage *usage) {
  return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec)
    + (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6;
}

// MARK: Counting

/// What a stream is asked for.
typedef struct {
  size_t events;
  unsigned long pause_us, batch;
} Order;

typedef struct {
  CURL *easy;
  size_t events;
  int matched;        // how much of "data:" the line has begun with; -1 in the rest of a line
  double first;       // when the first piece of text came
} Stream;

static size_t on_bytes(char *bytes, size_t size, size_t count, void *context) {
  static const char field[] = "data:";
  Stream *stream = context;
  char *end = bytes + size * count;
  for (char *p = bytes; p < end; p++) {
    if (stream->matched < 0) {
      p = memchr(p, '\n', (size_t)(end - p));
      if (!p) break;
      stream->matched = 0;
    } else if (*p != field[stream->matched]) {
      stream->matched = *p == '\n' ? 0 : -1;
    } else if (!field[++stream->matched]) {
      stream->matched = -1;
      if (stream->events++ == BEFORE_TEXT) stream->first = seconds();
    }
  }
  return size * count;
}

// MARK: The loop

typedef struct {
  CURLM *multi;
  int poller;
  double deadline;    // when libcurl wants to be called without an event; negative for never
  const char *url;
} Client;

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
  (void)easy;
  Client *client = context;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(client->poller, EPOLL_CTL_DEL, socket, NULL);
    return 0;
  }
  struct epoll_event event = {
    .events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0),
    .data.fd = socket};
  epoll_ctl(client->poller, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
  curl_multi_assign(client->multi, socket, client);  // any pointer, to know the socket again
  return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  Client *client = context;
  client->deadline = milliseconds < 0 ? -1 : seconds() + (double)milliseconds * 1e-3;
  return 0;
}

/// Waits once and lets libcurl read what has come. Returns how many streams are still open.
static int turn(Client *client) {
  struct epoll_event ready[POLL_SIZE];
  double left = client->deadline < 0 ? -1 : client->deadline - seconds();
  int timeout = client->deadline < 0 ? -1 : left <= 0 ? 0 : (int)(left * 1e3) + 1;
  int found = epoll_wait(client->poller, ready, POLL_SIZE, timeout), running = 0;
  for (int i = 0; i < found; i++) {
    int flags = (ready[i].events & EPOLLIN ? CURL_CSELECT_IN : 0)
      | (ready[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
      | (ready[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(client->multi, ready[i].data.fd, flags, &running);
  }
  if (client->deadline >= 0 && client->deadline <= seconds()) {
    client->deadline = -1;
    curl_multi_socket_action(client->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  } else if (found <= 0) {
    return 1;
  }
  return running;
}

static struct curl_slist *headers_for(Order order) {
  char line[64];
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  snprintf(line, sizeof line, "x-events: %zu", order.events);
  headers = curl_slist_append(headers, line);
  snprintf(line, sizeof line, "x-pause-us: %lu", order.pause_us);
  headers = curl_slist_append(headers, line);
  snprintf(line, sizeof line, "x-batch: %lu", order.batch);
  return curl_slist_append(headers, line);
}

/// Stops the program unless every stream has come to a good end with all its events.
static void check(Client *client, const Stream *streams, size_t count, Order order) {
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(client->multi, &left));)
    if (message->msg == CURLMSG_DONE && message->data.result != CURLE_OK)
      fail(curl_easy_strerror(message->data.result));
  for (size_t i = 0; i < count; i++)
    if (streams[i].events != order.events + BESIDE_TEXT) fail("a stream lacks events");
}

/// Runs so many streams at once, and returns the seconds from the first request to the first piece
/// of text.
static double run(Client *client, size_t count, Order order) {
  struct curl_slist *headers = headers_for(order);
  Stream *streams = calloc(count, sizeof *streams);
  double start = seconds();
  for (size_t i = 0; i < count; i++) {
    CURL *easy = streams[i].easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, client->url);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &streams[i]);
    curl_multi_add_handle(client->multi, easy);
  }
  while (turn(client) > 0) {}

  check(client, streams, count, order);

  double first = streams[0].first - start;
  for (size_t i = 0; i < count; i++) {
    curl_multi_remove_handle(client->multi, streams[i].easy);
    curl_easy_cleanup(streams[i].easy);
  }
  free(streams);
  curl_slist_free_all(headers);
  return first;
}

// MARK: Measuring

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_time_to_first_event(Client *client, Order order) {
  order.events = FIRST_EVENT_EVENTS;
  double times[FIRST_EVENT_RUNS];
  for (int i = 0; i < FIRST_EVENT_RUNS; i++)
    times[i] = run(client, 1, order);
  qsort(times, FIRST_EVENT_RUNS, sizeof *times, ascending);
  return (times[(FIRST_EVENT_RUNS - 1) / 2] + times[FIRST_EVENT_RUNS / 2]) / 2;
}

int main(int count, char **arguments) {
  if (count < 5 || count > 6) fail("usage: stream-floor URL STREAMS EVENTS PAUSE_US [BATCH]");
  char url[512];
  snprintf(url, sizeof url, "%s/v1/chat/completions", arguments[1]);
  size_t streams = strtoull(arguments[2], NULL, 10);
  Order order = {
    .events = strtoull(arguments[3], NULL, 10),
    .pause_us = strtoul(arguments[4], NULL, 10),
    .batch = count > 5 ? strtoul(arguments[5], NULL, 10) : 1,
  };
  if (streams == 0 || order.events == 0) fail("there must be streams and events");

  curl_global_init(CURL_GLOBAL_ALL);
  Client client = {curl_multi_init(), epoll_create1(EPOLL_CLOEXEC), -1, url};
  curl_multi_setopt(client.multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(client.multi, CURLMOPT_SOCKETDATA, &client);
  curl_multi_setopt(client.multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(client.multi, CURLMOPT_TIMERDATA, &client);

  run(&client, WARM_UP_STREAMS, (Order){order.events, 0, order.batch});
  struct rusage before, after;
  double start = seconds();
  getrusage(RUSAGE_SELF, &before);
  run(&client, streams, order);
  getrusage(RUSAGE_SELF, &after);
  double wall = seconds() - start;
  double cpu = processor_seconds(&after) - processor_seconds(&before);
  double first = median_time_to_first_event(&client, order);

  size_t all = streams * order.events;
  printf("{\"name\": \"libcurl (C)\", \"scenario\": \"%s\", \"batch\": %lu, "
         "\"cpu_us_per_event\": %.3f, \"events\": %zu, \"wall_s\": %.3f, "
         "\"max_rss_mib\": %.1f, \"ttfe_ms_p50\": %.3f}\n",
         order.pause_us > 0 ? "paced" : "burst", order.batch, cpu * 1e6 / (double)all, all, wall,
         (double)after.ru_maxrss / 1024, first * 1e3);
  curl_multi_cleanup(client.multi);
  curl_global_cleanup();
  return 0;
}
