import { partAhead } from '../../../lib/lazy-part.tsx'

/**
 * The reader is a chunk of its own: loaded when the first page is idle, or when the first mail is opened. A pause of
 * `React.lazy` would be five times what opening a mail may take.
 */
export const { usePart: useReader, ahead: loadReader } = partAhead(
  () => import('./reader-screen.tsx'),
  'ReaderScreen',
  { made: ({ prepareReader }) => prepareReader() },
)
