/** So many characters in a row of what only the model was told are an echo (AI: system text is never shown). */
const window = 40
/** Characters that turn, hide or control text, but for line ends and tabs: what a model says is plain. */
const unseen = /(?![\n\t])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu

/** Looks at what a model says before anybody sees it: inert text, and nothing of what it was told in confidence. */
export interface OutputGuard {
  take(content: string): string
  thought(text: string): string
  /** It began to recite what it was told: nothing more is shown. */
  isCut(): boolean
}

/** @param secret texts that must not come back */
export function outputGuard(secret: readonly string[]): OutputGuard {
  const told = new Set<string>()
  for (const text of secret.map(plain))
    for (let at = 0; at + window <= text.length; at++) told.add(text.slice(at, at + window))
  const fence = secret.at(-1) ?? ''
  let isCut = false
  const echoes = (text: string): boolean => {
    if (fence !== '' && text.includes(fence)) return true
    const bare = plain(text)
    for (let at = 0; at + window <= bare.length; at++)
      if (told.has(bare.slice(at, at + window))) return true
    return false
  }
  let seen = ''
  const take = (content: string): string => {
    const shown = content.replace(unseen, '')
    if (isCut || echoes(seen + shown)) {
      isCut = true
      return ''
    }
    seen = (seen + shown).slice(-3 * window)
    return shown
  }
  return {
    take,
    thought: (text) => (isCut || echoes(text) ? '' : text.replace(unseen, '')),
    isCut: () => isCut,
  }
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase()
