/// A table with open addressing, which doubles when it is half full.

#include "tally.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  uint64_t hash;
  uint32_t requests;  // 0 marks an empty place
  uint32_t answers;
} Body;

static Body *table;
static size_t capacity, used;

uint64_t hash_of(const char *bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < count; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3;
  return hash;
}

/// Where a body is, or the empty place where it belongs.
static Body *place_of(uint64_t hash) {
  size_t place = (size_t)(hash ^ hash >> 32) & (capacity - 1);
  while (table[place].requests && table[place].hash != hash) place = (place + 1) & (capacity - 1);
  return &table[place];
}

static void grow(void) {
  Body *old = table;
  size_t count = capacity;
  capacity = capacity ? capacity * 2 : 4096;
  table = calloc(capacity, sizeof *table);
  if (!table) {
    perror("calloc");
    exit(1);
  }
  for (size_t i = 0; i < count; i++)
    if (old[i].requests) *place_of(old[i].hash) = old[i];
  free(old);
}

uint32_t count_request(uint64_t hash) {
  if (used * 2 >= capacity) grow();
  Body *body = place_of(hash);
  if (body->requests == 0) {
    body->hash = hash;
    used++;
  }
  return body->requests++;
}

uint32_t count_answer(uint64_t hash) {
  return place_of(hash)->answers++;
}

size_t distinct_bodies(void) {
  return used;
}
