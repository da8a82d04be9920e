/// Which request bodies have come, and how often. A body is known by its hash alone.

#pragma once
#include <stddef.h>
#include <stdint.h>

/// The 64-bit FNV-1a hash: not the fastest, but three lines in any language that wants to name a body.
uint64_t hash_of(const char *bytes, size_t count);

/// Counts a request with this body, and returns how many came before it.
uint32_t count_request(uint64_t hash);

/// Counts an answer of status 200 to this body, and returns how many went out before it.
uint32_t count_answer(uint64_t hash);

/// How many different bodies have come.
size_t distinct_bodies(void);
