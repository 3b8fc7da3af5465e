import type { Listed, ListedPart } from '../../../mailstore/messages/listed.queries.ts'
import { pickTold, type ToldFields } from '../../../mailstore/outlines/told-texts.ts'
import type { FlagState } from '../flag-states.ts'
import { flagList } from '../flags.ts'
import type { LabelNames } from '../labels.ts'
import type { FetchItem } from '../wire/fetch-items.ts'
import { wireDateTime } from '../wire/writer.ts'

/** A message of which nothing is told that its bytes would have to be read for. */
export interface ListedMessage {
  number: number
  uid: number
  modseq: number
  flags: FlagState
  /** Null where its flags are all that is asked for. */
  row: Listed | null
}

/** What must be read for an item; null: nothing, its flags say it. Undefined: it is not told of a list. */
function partOf(item: FetchItem): ListedPart | 'size' | null | undefined {
  switch (item.kind) {
    case 'flags':
    case 'uid':
    case 'modseq':
      return null
    case 'size':
      return 'size'
    case 'date':
    case 'saved':
      return 'dates'
    case 'envelope':
    case 'structure':
      return item.kind
    case 'section': {
      const { section, peek, partial, form } = item
      const isListed = section.path === '' && section.kind === 'fields' && form === 'stored'
      return isListed && peek && !partial ? 'fields' : undefined
    }
    default:
      return undefined
  }
}

/** A line has each of them, of up to 8 kB: what asks for more is weighed message by message. */
const mostFieldItems = 4

/** What must be read for all items; null where they are not told of a list. */
export function partsOf(items: readonly FetchItem[]): Set<ListedPart | 'size'> | null {
  const parts = items.map(partOf)
  if (parts.includes(undefined)) return null
  if (parts.filter((one) => one === 'fields').length > mostFieldItems) return null
  return new Set(parts.filter((one) => one !== null && one !== undefined))
}

/** Writes something of a message; null: it is not kept. */
export type LineWriter = (message: ListedMessage) => string | null

/** @returns what writes the line of FETCH for a message */
export function lineWriter(items: readonly FetchItem[], labels: LabelNames): LineWriter {
  const writers = items.map((item) => writerOf(item, labels))
  return (message) => {
    let line = `* ${message.number} FETCH (`
    for (const [index, write] of writers.entries()) {
      const text = write(message)
      if (text === null) return null
      line += index === 0 ? text : ` ${text}`
    }
    return `${line})\r\n`
  }
}

function writerOf(item: FetchItem, labels: LabelNames): LineWriter {
  switch (item.kind) {
    case 'flags':
      return flagsWriter(labels)
    case 'uid':
      return ({ uid }) => `UID ${uid}`
    case 'modseq':
      return ({ modseq }) => `MODSEQ (${modseq})`
    case 'size':
      return ({ row }) => row && `RFC822.SIZE ${row.size}`
    case 'date':
      return ({ row }) => row && `INTERNALDATE ${wireDateTime(new Date(row.receivedAt))}`
    case 'saved':
      return ({ row }) => row && `SAVEDATE ${wireDateTime(new Date(row.savedAt))}`
    case 'envelope':
      return ({ row }) => (row?.envelope ? `ENVELOPE ${row.envelope}` : null)
    case 'structure':
      return ({ row }) => (row?.structure ? `BODYSTRUCTURE ${row.structure}` : null)
    case 'section':
      return fieldsWriter(item)
    default:
      return () => null
  }
}

/** Messages share what is set on them, so it is written once. */
function flagsWriter(labels: LabelNames): LineWriter {
  const written = new Map<FlagState, string>()
  return ({ flags }) => {
    if (!flags.isWhole) return null
    const known = written.get(flags)
    if (known !== undefined) return known
    const text = `FLAGS ${flagList(flags, labels)}`
    written.set(flags, text)
    return text
  }
}

function fieldsWriter({ section, label }: FetchItem & { kind: 'section' }): LineWriter {
  const wanted = new Set(section.fields)
  return ({ row }) => {
    const picked = row?.fields ? pickTold(JSON.parse(row.fields) as ToldFields, wanted) : null
    return picked === null ? null : `${label} {${picked.length}}\r\n${picked}`
  }
}
