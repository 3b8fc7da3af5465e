import { answer, finished, openStores } from '../../../lib/indexed-db.ts'
import { keptDatabase } from '../kept-name.public.ts'
import { type ComposeContent, noOptions, withoutPassword } from './compose-content.ts'

/**
 * What the server does not have yet, kept on this device: while the line or the session is down,
 * and in the moments between a key and its save. One entry per open composer and account, removed
 * as soon as the server has it. In IndexedDB, because an ended session empties local storage
 * (AUTH-15) and because a write there survives a killed browser at once.
 */
export interface KeptDraft {
  account: string
  /** The composer that wrote it (its send key). */
  composeKey: string
  /** Under which it is sent; absent in what older pages kept. */
  sendKey?: string
  /** This very content was sent, and the answer was not heard. */
  wasSending?: boolean
  draftId: number | null
  version: number
  /** Milliseconds since the epoch. */
  keptAt: number
  content: ComposeContent
}

export interface KeptDrafts {
  /** Resolves to false when the device cannot keep it (private window, full disk). */
  keep: (draft: KeptDraft) => Promise<boolean>
  forget: (account: string, composeKey: string) => Promise<void>
  /** Drafts of this account, newest first. */
  list: (account: string) => Promise<KeptDraft[]>
}

const drafts = 'drafts'
/** What an entry may lack that was kept before there were these. */
const fromBefore: Partial<ComposeContent> = { ...noOptions, plainText: false }
/** The quoted original is large and hardly ever changes: it is not written with every key. */
const quotes = 'quotes'
const longestKept = 30 * 24 * 3600 * 1000

export function openKeptDrafts(factory: IDBFactory = indexedDB): KeptDrafts {
  let opened: Promise<IDBDatabase> | null = null
  const database = (): Promise<IDBDatabase> => {
    opened ??= openStores(factory, keptDatabase, [drafts, quotes])
    return opened
  }
  /** Quote last written per entry. */
  const written = new Map<string, string>()

  return {
    async keep(draft) {
      try {
        const key = keyOf(draft.account, draft.composeKey)
        const { quotedHtml } = draft.content
        const transaction = (await database()).transaction([drafts, quotes], 'readwrite')
        const content = { ...withoutPassword(draft.content), quotedHtml: '' }
        const bare: KeptDraft = { ...draft, content }
        transaction.objectStore(drafts).put(bare, key)
        if (written.get(key) !== quotedHtml) transaction.objectStore(quotes).put(quotedHtml, key)
        await finished(transaction)
        written.set(key, quotedHtml)
        return true
      } catch {
        // No storage here: the screen says that the text is only on this page.
        return false
      }
    },
    async forget(account, composeKey) {
      const key = keyOf(account, composeKey)
      written.delete(key)
      try {
        const transaction = (await database()).transaction([drafts, quotes], 'readwrite')
        transaction.objectStore(drafts).delete(key)
        transaction.objectStore(quotes).delete(key)
        await finished(transaction)
      } catch {
        // Without storage there is nothing to forget.
      }
    },
    async list(account) {
      try {
        return await readAll(await database(), account)
      } catch {
        // Without storage nothing was kept.
        return []
      }
    },
  }
}

async function readAll(database: IDBDatabase, account: string): Promise<KeptDraft[]> {
  const store = database.transaction([drafts, quotes], 'readonly')
  const range = IDBKeyRange.bound(`${account}\n`, `${account}\n\uffff`)
  const [entries, keys, originals] = await Promise.all([
    answer<KeptDraft[]>(store.objectStore(drafts).getAll(range)),
    answer<IDBValidKey[]>(store.objectStore(drafts).getAllKeys(range)),
    readQuotes(store.objectStore(quotes), range),
  ])
  const oldest = Date.now() - longestKept
  return entries
    .map((entry, i) => {
      const quotedHtml = originals.get(String(keys[i])) ?? ''
      // One that was kept before these existed has none of them.
      return { ...entry, content: { ...fromBefore, ...entry.content, quotedHtml } }
    })
    .filter((entry) => entry.keptAt > oldest)
    .sort((one, other) => other.keptAt - one.keptAt)
}

async function readQuotes(store: IDBObjectStore, range: IDBKeyRange): Promise<Map<string, string>> {
  const [keys, values] = await Promise.all([
    answer<IDBValidKey[]>(store.getAllKeys(range)),
    answer<string[]>(store.getAll(range)),
  ])
  return new Map(keys.map((key, i) => [String(key), values[i] ?? '']))
}

const keyOf = (account: string, composeKey: string) => `${account}\n${composeKey}`
