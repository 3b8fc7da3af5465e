import { useCallback, useEffect, useState } from 'react'
import { fromBase64, own } from './cms/bytes.ts'
import { ClosedError, type ClosedReason } from './cms/cms-decrypt.ts'
import { certificatesOf, oldOpeners, unlockedKey } from './own-key.ts'
import { type Known, type Looked, readSmime } from './read-mail.ts'
import type { UnlockedKey } from './unlocked-key.ts'

export type SmimeState =
  | { kind: 'loading' }
  | Looked
  /** Encrypted, and it cannot be opened. */
  | { kind: 'closed'; reason: ClosedReason }
  | { kind: 'failed'; message: string }

/**
 * Looks at the source of a mail, with the own key once it is unlocked.
 * @param load the mail as it came; another function is another mail
 */
export function useSmime(load: (signal: AbortSignal) => Promise<ArrayBuffer>) {
  const [state, setState] = useState<SmimeState>({ kind: 'loading' })
  const [key, setKey] = useState<UnlockedKey | null>(unlockedKey)
  // Another PIN was given, or another certificate taken: looked at anew.
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn looks anew
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    setState({ kind: 'loading' })
    const look = async () => {
      const raw = own(await load(signal))
      signal.throwIfAborted()
      return readSmime(raw, { opener: key, certificatesOf: knownOf, oldKeys: oldOpeners })
    }
    look().then(
      (looked) => !signal.aborted && setState(looked),
      (error: unknown) => !signal.aborted && setState(troubleOf(error)),
    )
    return () => stop.abort()
  }, [load, key, turn])
  return {
    state,
    unlock: useCallback((one: UnlockedKey) => setKey(one), []),
    again: useCallback(() => setTurn((before) => before + 1), []),
  }
}

async function knownOf(address: string): Promise<Known> {
  const found = await certificatesOf(address)
  return {
    certificates: found ? [fromBase64(found.certificate)] : [],
    earlier: (found?.earlier ?? []).map(fromBase64),
    isPeer: found?.source === 'peer',
  }
}

function troubleOf(error: unknown): SmimeState {
  if (error instanceof ClosedError) return { kind: 'closed', reason: error.reason }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}

/** A signed link of our own server. */
export async function fetchSource(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { credentials: 'omit', signal })
  if (!response.ok) throw new Error(String(response.status))
  return response.arrayBuffer()
}
