/** The reader is a chunk of its own: loaded when the first page is idle, or when the first mail is opened. */
export const loadReader = () =>
  import('./reader-screen.tsx').then(({ ReaderScreen }) => ({ default: ReaderScreen }))
