import { normalSender } from '../senders.ts'
import type { WaveKind } from './waves.queries.ts'

const shortest = 4

/** What is looked for, as the rows have it. @returns null for what would find everything or nothing */
export function soughtIn(kind: WaveKind, typed: string): string | null {
  const text = typed.trim()
  switch (kind) {
    case 'sender':
      return normalSender(text)
    case 'message-id': {
      const id = text.replace(/^<|>$/g, '')
      return id.length >= shortest && !/\s/.test(id) ? id : null
    }
    case 'hash':
      return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null
    case 'url': {
      const url = text.toLowerCase().replace(/^https?:\/\//, '')
      return url.length >= shortest && url.includes('.') && !/\s/.test(url) ? url : null
    }
    case 'subject':
      return [...text].length >= 2 ? text.toLowerCase() : null
  }
}
