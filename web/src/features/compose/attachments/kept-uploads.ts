import { answer, finished, openStores } from '../../../lib/indexed-db.ts'
/**
 * Files on their way up, kept on this device, so that a reload of the page or a browser that died does not ask for
 * them again. Removed as soon as the mail has the file, when it is cancelled, at sign-out, and after three days.
 */
export interface KeptUpload {
  account: string
  /** The composer that began it. */
  composeKey: string
  /** Null while its mail was never saved. */
  draftId: number | null
  /** Names it on the server. */
  uploadKey: string
  isPaused: boolean
  /** Milliseconds since the epoch. */
  keptAt: number
  file: File
}

export interface KeptUploads {
  /** Resolves to false when the device cannot keep it (private window, full disk): a reload then forgets it. */
  keep: (entry: KeptUpload) => Promise<boolean>
  /** What changed about it; nothing happens when it is not kept. */
  change: (entry: Omit<KeptUpload, 'file'>) => Promise<void>
  forget: (account: string, uploadKey: string) => Promise<void>
  forgetAll: (account: string) => Promise<void>
  /** In the order in which they were chosen. */
  list: (account: string) => Promise<KeptUpload[]>
}

const databaseName = 'hongyan-uploads'
/** What is known of each; small and often written. */
const entries = 'entries'
/** The files themselves, written once. */
const files = 'files'
const longestKept = 3 * 24 * 3600 * 1000

type Stores = Record<'entries' | 'files', IDBObjectStore>

export function openKeptUploads(factory: IDBFactory = indexedDB): KeptUploads {
  let opened: Promise<IDBDatabase> | null = null
  const write = async (change: (stores: Stores) => void): Promise<boolean> => {
    try {
      opened ??= openStores(factory, databaseName, [entries, files])
      const transaction = (await opened).transaction([entries, files], 'readwrite')
      change({
        entries: transaction.objectStore(entries),
        files: transaction.objectStore(files),
      })
      await finished(transaction)
      return true
    } catch {
      // No storage here: the upload itself does not need it.
      return false
    }
  }
  const list = async (account: string): Promise<KeptUpload[]> => {
    try {
      opened ??= openStores(factory, databaseName, [entries, files])
      return await readAll(await opened, account)
    } catch {
      // Without storage nothing was kept.
      return []
    }
  }
  const forget = async (account: string, uploadKey: string): Promise<void> => {
    const key = keyOf({ account, uploadKey })
    await write((stores) => {
      stores.entries.delete(key)
      stores.files.delete(key)
    })
  }
  return {
    keep: ({ file, ...entry }) =>
      write((stores) => {
        stores.entries.put(entry, keyOf(entry))
        stores.files.put(file, keyOf(entry))
      }),
    change: async (entry) => {
      const key = keyOf(entry)
      await write((stores) => {
        const there = stores.entries.getKey(key)
        there.onsuccess = () => {
          if (there.result !== undefined) stores.entries.put(entry, key)
        }
      })
    },
    forget,
    forgetAll: async (account) => {
      await write((stores) => {
        stores.entries.delete(rangeOf(account))
        stores.files.delete(rangeOf(account))
      })
    },
    list: async (account) => {
      const all = await list(account)
      const oldest = Date.now() - longestKept
      for (const old of all.filter((one) => one.keptAt <= oldest)) {
        await forget(account, old.uploadKey)
      }
      return all.filter((one) => one.keptAt > oldest)
    },
  }
}

async function readAll(database: IDBDatabase, account: string): Promise<KeptUpload[]> {
  const transaction = database.transaction([entries, files], 'readonly')
  const range = rangeOf(account)
  const [known, contents] = await Promise.all([
    answer<Omit<KeptUpload, 'file'>[]>(transaction.objectStore(entries).getAll(range)),
    answer<File[]>(transaction.objectStore(files).getAll(range)),
  ])
  return known
    .flatMap((entry, index) => {
      const file = contents[index]
      return file instanceof File ? [{ ...entry, file }] : []
    })
    .sort((one, other) => one.keptAt - other.keptAt)
}

const keyOf = ({ account, uploadKey }: { account: string; uploadKey: string }): string =>
  `${account}\n${uploadKey}`

const rangeOf = (account: string): IDBKeyRange =>
  IDBKeyRange.bound(`${account}\n`, `${account}\n\uffff`)
