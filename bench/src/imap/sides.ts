import { makeMail } from '../support/corpus.ts'
import { connectImap, type ImapClient } from '../support/imap-client.ts'
import { type Figure, figure, median } from '../support/stats.ts'
import { markdownTable } from '../support/table.ts'

/** A server that is measured, by accounts that can come in. */
export interface Side {
  name: 'ours' | 'dovecot'
  pid: number
  port: number
  /** What each account gives. */
  codes: ReadonlyMap<string, string>
}

export async function enter(side: Side, address: string): Promise<ImapClient> {
  const client = await connectImap(side.port)
  await client.ask(`LOGIN ${address} ${side.codes.get(address)}`)
  return client
}

const marked = 50

/** A message as APPEND brings it; every fiftieth has a word that is looked for. */
export function literalOf(index: number, size: number): string {
  const mark = index % marked === 0 ? { mark: 'telemetry' } : {}
  const { raw } = makeMail(index, { to: 'reader@bench.test', size, ...mark })
  const text = raw.toString('latin1').replace(/\r?\n/g, '\r\n')
  return `{${text.length}+}\r\n${text}`
}

const appendedAtOnce = 100

interface Filling {
  mailbox: string
  count: number
  size: number
}

/** The same mail on each side, as a program brings it. */
export async function fill(client: ImapClient, { mailbox, count, size }: Filling): Promise<void> {
  for (let at = 0; at < count; at += appendedAtOnce) {
    const some = Array.from({ length: appendedAtOnce }, (_, n) => literalOf(at + n, size))
    await client.ask(`APPEND ${mailbox} ${some.join(' ')}`)
  }
}

interface Compared {
  name: string
  size: number
  unit?: string
  /** What ours may be: so much of theirs, or a figure that its own samples meet. */
  limit?: number | { text: string; isMet(samples: readonly number[]): boolean }
}

/**
 * A figure for each side; ours with its ratio to theirs, of the medians, where there is another side. Said at once too: all of
 * them take ten minutes.
 */
export function compared(
  { name, size, unit = 'ms', limit }: Compared,
  samplesOf: ReadonlyMap<Side, readonly number[]>,
): Figure[] {
  const sides = [...samplesOf.keys()]
  const [ours = [], theirs] = samplesOf.values()
  const ratio = theirs ? median(ours) / median(theirs) : undefined
  const judged = (): { limit?: string; met?: boolean } => {
    if (typeof limit === 'object') return { limit: limit.text, met: limit.isMet(ours) }
    if (limit === undefined || ratio === undefined) return {}
    return { limit: `${limit} of Dovecot`, met: ratio <= limit }
  }
  const figures = sides.map((side) =>
    figure({
      name: `${side.name}: ${name}`,
      size,
      samples: samplesOf.get(side) ?? [],
      unit,
      ...(side.name === 'ours' ? judged() : {}),
      ...(side.name === 'ours' && ratio !== undefined ? { ratio } : {}),
    }),
  )
  console.error(markdownTable(figures).split('\n').slice(2).join('\n'))
  return figures
}
