import { sumOf } from './file-sum.ts'

/** Hashes files beside the page: a large one would hold up typing. Asked with `{ id, file }`. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  const { id, file } = data
  sumOf(file).then(
    (hex) => postMessage({ id, hex }),
    // The file cannot be read (any more); reading it for its upload says so too.
    () => postMessage({ id, hex: null }),
  )
})
