/** How the server's node is started, by `npm start` and by whatever measures the product. */
import { fileURLToPath } from 'node:url'

/**
 * V8 takes three times as much room for what is new as a server needs, and lets what is old grow fourfold before it
 * looks for waste: bodies and answers of megabytes are waste at once. A half of what lives is 50 MB of waste at the most.
 * What it does for memory where nothing happens is one pause of 70 ms, in which the next who asks waits: left out.
 */
export const serverFlags = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--no-memory-reducer',
]

export const serverEnvironment = {
  // Blobs are synced to disk by more threads than 4.
  UV_THREADPOOL_SIZE: '16',
  // The C library keeps what was freed, for each thread anew; large buffers go back to the system at once instead.
  MALLOC_ARENA_MAX: '2',
  // 64 kB is what a socket, a file and an unpacker hand over at a time. With a limit of 64 kB each of these, and what zlib and
  // zstd work in, was asked of the system anew and given back: 0.7 ms for packing a mail, 0.1 with this one (measured; at
  // 256 kB and 1 MB 70 to 120 MB more stay in holes under attack).
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  // Large buffers and long texts in pages of 2 MB where the system has them for who asks: each page of 4 kB that is new
  // costs a turn into the system, 15 µs on a virtual machine, 75 ms for 20 MB; 6 to 17 ms like this.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  // Known before the first source is read: no process has to load what takes the types out of it.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../.cache/compiled', import.meta.url)),
}
