/** Messages that answer each other. Without a UID: one that is not here, with the answers to it. */
export interface Thread {
  uid: number | null
  children: readonly Thread[]
}

type Step = { text: string } | { thread: Thread }

/** Texts that are said at once. */
const textsAtOnce = 2_000

/** As THREAD tells it (RFC 5256 §5, thread-list): `(2)(3 6 (4 23)(44 7 96))`. Without recursion: mails may nest as they like. */
export function* threadTexts(
  threads: readonly Thread[],
  numberOf: (uid: number) => number,
): Generator<string> {
  let said: string[] = threads.length > 0 ? [' '] : []
  for (const thread of threads) {
    const steps: Step[] = [{ text: ')' }, { thread }, { text: '(' }]
    for (let step = steps.pop(); step; step = steps.pop()) {
      if ('text' in step) said.push(step.text)
      else said.push(along(step.thread, steps).map(numberOf).join(' '))
      if (said.length < textsAtOnce) continue
      yield said.join('')
      said = []
    }
  }
  yield said.join('')
}

/** The messages down to where it branches; the branches are left for later. */
function along(from: Thread, steps: Step[]): number[] {
  const uids: number[] = []
  let at = from
  for (;;) {
    if (at.uid !== null) uids.push(at.uid)
    const [only, ...others] = at.children
    if (!only) return uids
    if (others.length > 0) {
      for (const thread of at.children.toReversed())
        steps.push({ text: ')' }, { thread }, { text: '(' })
      if (uids.length > 0) steps.push({ text: ' ' })
      return uids
    }
    at = only
  }
}
