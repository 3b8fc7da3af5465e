/** So many characters in a row of what only the model was told are an echo (AI: system text is never shown). */
const window = 40
/** Characters that turn, hide or control text, but for line ends and tabs: what a model says is plain. */
const unseen = /(?![\n\t])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu

/** Looks at what a model says before anybody sees it: inert text, and nothing of what it was told in confidence. */
export interface OutputGuard {
  take(content: string): string
  /** Reasoning is no answer: one that recites is not shown from there on, and the answer goes on. */
  thought(text: string): string
  /** The answer began to recite what it was told: nothing more is shown. */
  isCut(): boolean
}

/** @param secret texts that must not come back */
export function outputGuard(secret: readonly string[]): OutputGuard {
  const told = new Set<string>()
  for (const text of secret.map(plain))
    for (let at = 0; at + window <= text.length; at++) told.add(text.slice(at, at + window))
  const fence = (secret.at(-1) ?? '').toLowerCase()
  const echoes = (bare: string): boolean => {
    if (fence !== '' && bare.includes(fence)) return true
    for (let at = 0; at + window <= bare.length; at++)
      if (told.has(bare.slice(at, at + window))) return true
    return false
  }
  /** Each is looked at with what came before it, for nobody says how small the pieces are. */
  const watch = () => {
    let seen = ''
    let isCut = false
    const take = (text: string): string => {
      const shown = text.replace(unseen, '')
      seen = plain(seen + shown)
      isCut ||= echoes(seen)
      seen = seen.slice(-3 * window)
      return isCut ? '' : shown
    }
    return { take, isCut: () => isCut }
  }
  const answer = watch()
  const thoughts = watch()
  return {
    take: answer.take,
    thought: (text) => (answer.isCut() ? '' : thoughts.take(text)),
    isCut: answer.isCut,
  }
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase()
