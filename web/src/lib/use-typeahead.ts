import { useQuery } from '@tanstack/react-query'

interface Typeahead<Found> {
  /** What is looked up: answers of one kind are never offered as those of another. */
  kind: string
  typed: string
  /** Nothing is asked for while the list is closed. */
  active?: boolean
  ask: (keyword: string, signal: AbortSignal) => Promise<Found>
}

interface Answer<Found> {
  /** Undefined until something is known, and when the lookup failed: suggestions are a help, everything works without. */
  found: Found | undefined
  /** What is shown answers the text of some keys ago: to be seen, but not to be taken by a key. */
  waiting: boolean
}

const pause = 120
const longest = 100

/** Looks up what is typed, after a short rest. A call that the next key made needless is aborted. */
export function useTypeahead<Found>(options: Typeahead<Found>): Answer<Found> {
  const { kind, typed, active = true, ask } = options
  const keyword = typed.trim().slice(0, longest)
  const asked = keyword !== '' && active
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['typeahead', kind, keyword],
    queryFn: async ({ signal }) => {
      await rest(signal)
      return ask(keyword, signal)
    },
    enabled: asked,
    // What fitted the text of one key ago stays meanwhile: the list does not flicker. Nothing else is offered.
    placeholderData: (before, query) =>
      isNear(String(query?.queryKey[2] ?? ''), keyword) ? before : undefined,
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  })
  return asked ? { found: data, waiting: isPlaceholderData } : { found: undefined, waiting: false }
}

/** One was typed on the way to the other. */
const isNear = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one)

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pause)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
