import type { LabelId } from '../../platform/ids.ts'

/** What bears keywords. */
export interface Marked {
  readonly keywords: readonly string[]
  readonly labels: readonly LabelId[]
}

/**
 * The keywords of the open mailbox that the program was told of: a new one comes in FLAGS before a message bears it
 * (RFC 9051 §7.3.5).
 */
export interface Keywords {
  /** @returns whether one of these has not been told yet */
  add(messages: Iterable<Marked>, labels: ReadonlyMap<LabelId, string>): boolean
  /** FLAGS and PERMANENTFLAGS. */
  lines(): string[]
}

/** All are said again with each new one: whoever makes thousands of them hears of no more. */
const mostTold = 500

export function createKeywords({
  flags,
  labels,
  isReadOnly,
}: {
  /** What every mailbox has. */
  flags: string
  labels: readonly string[]
  isReadOnly: boolean
}): Keywords {
  /** As they are said, by what they are in any case of letters. */
  const told = new Map(labels.map((one) => [one.toLowerCase(), one]))
  const most = Math.max(mostTold, told.size)
  const add = (name: string): void => {
    if (told.size < most && !told.has(name.toLowerCase())) told.set(name.toLowerCase(), name)
  }
  return {
    add: (messages, names) => {
      const before = told.size
      for (const message of messages) {
        message.keywords.forEach(add)
        for (const id of message.labels) {
          const name = names.get(id)
          if (name !== undefined) add(name)
        }
      }
      return told.size > before
    },
    lines: () => {
      const all = [flags, ...told.values()].join(' ')
      const lasting = isReadOnly ? '' : `${all} \\*`
      return [`* FLAGS (${all})\r\n`, `* OK [PERMANENTFLAGS (${lasting})] Flags that stay\r\n`]
    },
  }
}
