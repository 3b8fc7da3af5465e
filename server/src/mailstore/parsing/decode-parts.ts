import { decodeBody } from '@hongyan/mime/content'
import { findPart, parseMessage } from '@hongyan/mime/parse'
import { decodeTnef } from '@hongyan/mime/tnef/tnef'
import type { ParsedMessage } from '@hongyan/mime/types'

/** Finds a step of a path in what it was made from. */
type Steps = (step: string) => Uint8Array | null

/**
 * The decoded bodies of parts; null where there is no such part. `2` is a section of the message, `2/1.3` section 1.3 of
 * the message that section 2 holds, `2/t0` the first file of the winmail.dat in section 2. Whatever holds other parts is
 * opened once for all that are asked for: a winmail.dat of 500 files was decoded 500 times (T32).
 */
export function decodeParts(raw: Buffer, paths: readonly string[]): (Uint8Array | null)[] {
  const known = new Map<string, Steps>()
  const stepsOf = (path: string, bytes: Uint8Array): Steps => {
    const steps = known.get(path) ?? opened(bytes)
    known.set(path, steps)
    return steps
  }
  const find = (path: string): Uint8Array | null => {
    const slash = path.lastIndexOf('/')
    const holder = slash < 0 ? raw : find(path.slice(0, slash))
    return holder && stepsOf(path.slice(0, Math.max(0, slash)), holder)(path.slice(slash + 1))
  }
  return paths.map(find)
}

function opened(bytes: Uint8Array): Steps {
  let message: ParsedMessage | null = null
  let packed: ReturnType<typeof decodeTnef> | undefined
  const sections = new Map<string, Uint8Array | null>()
  return (step) => {
    const file = /^t(\d{1,3})$/.exec(step)?.[1]
    if (file !== undefined) {
      packed ??= decodeTnef(bytes)
      return packed?.attachments[Number(file)]?.bytes ?? null
    }
    message ??= parseMessage(bytes)
    const part = findPart(message, step)
    if (!sections.has(step)) sections.set(step, part && decodeBody(bytes, part))
    return sections.get(step) ?? null
  }
}
