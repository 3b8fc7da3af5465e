import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Log } from '../../platform/log.ts'
import type { CertifiedKey } from './self-signed.ts'

interface Files {
  keyFile: string
  certFile: string
}

/** What a renewal writes comes in pieces: looked at when it has been quiet for so long (ms). */
const quietMs = 300
/** A folder that tells nothing of its changes (network file systems) is looked at anyway (ms). */
const lookEveryMs = 60_000

/** The key and certificate of all listeners: of the administrator's files as they are now, or one of our own. */
export interface Certificate {
  current(): CertifiedKey
  /** Called with each new pair. */
  onNew(take: (next: CertifiedKey) => void): void
  start(): void
  stop(): void
}

/**
 * Reads the files anew when they change, so that a renewal needs no restart. A pair that does not fit together, as between
 * the writing of the one file and the other, is not taken, nor is a chain of which a part is there: the old one goes on.
 */
export function createCertificate(first: CertifiedKey, files: Files | null, log: Log): Certificate {
  let current = first
  let quiet: NodeJS.Timeout | undefined
  let every: NodeJS.Timeout | undefined
  let watchers: FSWatcher[] = []
  const takers: ((next: CertifiedKey) => void)[] = []
  const look = async (of: Files): Promise<void> => {
    const next = await readPair(of).catch(() => null)
    if (next === null || (next.key === current.key && next.cert === current.cert)) return
    if (!canServe(next)) {
      log.warn(
        { file: of.certFile },
        'the new certificate is not whole or does not fit its key: the old one goes on',
      )
      return
    }
    for (const take of takers) take(next)
    // After the takers: what one of them would not have is looked at again.
    current = next
    log.info({ file: of.certFile }, 'a new certificate is served')
  }
  return {
    current: () => current,
    onNew: (take) => takers.push(take),
    start: () => {
      if (!files) return
      const soon = () => {
        clearTimeout(quiet)
        quiet = setTimeout(() => {
          look(files).catch((thrown) => log.error({ err: thrown }, 'a new certificate'))
        }, quietMs).unref()
      }
      every = setInterval(soon, lookEveryMs).unref()
      // Folders, not files: a renewal puts another file, or another link, in the place of the old one.
      const folders = new Set([dirname(files.keyFile), dirname(files.certFile)])
      watchers = [...folders].map((folder) =>
        watch(folder, { persistent: false }, soon).on('error', (thrown) =>
          log.debug({ err: thrown }, 'the folder of the certificate is looked at each minute only'),
        ),
      )
    },
    stop: () => {
      clearTimeout(quiet)
      clearInterval(every)
      for (const one of watchers) one.close()
    },
  }
}

export async function readPair({ keyFile, certFile }: Files): Promise<CertifiedKey> {
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')])
  return { key, cert }
}

/**
 * True where each listener can take it. X509Certificate reads the first certificate alone: a chain whose later part is half
 * written is found by building what is served.
 */
function canServe({ key, cert }: CertifiedKey): boolean {
  try {
    createSecureContext({ key, cert })
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
