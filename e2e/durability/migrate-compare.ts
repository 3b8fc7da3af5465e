import { createHash } from 'node:crypto'
import { ImapFlow } from 'imapflow'

interface Side {
  port: number
  user: string
  password: string
}

export interface Compared {
  there: number
  lost: number
  /** Here more often than there. */
  doubled: number
  /** The same bytes in the same folder, with other flags or another date. */
  changed: number
}

/** What two servers have, by folder, bytes, flags and date. */
export async function compareSides(source: Side, target: Side): Promise<Compared> {
  const [there, here] = [await told('there', source), await told('here', target)]
  const compared = { there: 0, lost: 0, doubled: 0, changed: 0 }
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    const [theirs, ours] = [there.get(key) ?? [], here.get(key) ?? []]
    compared.there += theirs.length
    compared.lost += Math.max(0, theirs.length - ours.length)
    compared.doubled += Math.max(0, ours.length - theirs.length)
    if (theirs.length === ours.length && theirs.sort().join() !== ours.sort().join())
      compared.changed++
  }
  return compared
}

/** Which side it was that broke. */
const told = (name: string, side: Side) =>
  contentsOf(side).catch((thrown: unknown) => {
    throw new Error(`the mailbox ${name} could not be read`, { cause: thrown })
  })

/** Flags and dates of messages, by folder and hash. */
async function contentsOf({ port, user, password }: Side): Promise<Map<string, string[]>> {
  const flow = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    maxLiteralSize: 128 * 1024 * 1024,
    maxResponseSize: 130 * 1024 * 1024,
  })
  await flow.connect()
  const found = new Map<string, string[]>()
  for (const { path, delimiter } of await flow.list()) {
    const { exists } = await flow.mailboxOpen(path, { readOnly: true })
    if (exists === 0) continue
    const sizes = await flow.fetchAll('1:*', { size: true })
    const asked = { flags: true, internalDate: true, source: true }
    for (const range of rangesOf(sizes.map(({ size }) => size ?? 0)))
      for (const one of await flow.fetchAll(range, asked)) {
        const { flags = [], internalDate, source } = one
        const hash = createHash('sha256')
          .update(source ?? Buffer.alloc(0))
          .digest('hex')
        const key = `${path.split(delimiter).join('/')} ${hash}`
        const words = [...flags]
          .filter((flag) => flag !== '\\Recent')
          .map((one) => one.toLowerCase())
        const about = `${words.sort().join(' ')} ${internalDate && new Date(internalDate).toISOString()}`
        found.set(key, [...(found.get(key) ?? []), about])
      }
  }
  await flow.logout()
  return found
}

/** Ranges of sequence numbers whose messages fit into memory together. */
function rangesOf(sizes: readonly number[]): string[] {
  const ranges: string[] = []
  for (let from = 0; from < sizes.length; ) {
    let to = from + 1
    for (let bytes = sizes[from] ?? 0; to < sizes.length && to < from + 50; to++) {
      bytes += sizes[to] ?? 0
      if (bytes > 16 * 1024 * 1024) break
    }
    ranges.push(`${from + 1}:${to}`)
    from = to
  }
  return ranges
}
