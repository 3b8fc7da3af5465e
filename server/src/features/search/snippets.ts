import { findMarks, lineAround } from '@hongyan/contract/mark-words'
import type { Snippet } from '@hongyan/contract/search'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import { asId } from '../../platform/ids.ts'

/** Larger mails are not taken apart for one line. */
const maxSize = 4 * 1024 * 1024
const maxText = 200_000
/** The line begins with the word: narrow rows cut the rest. */
const around = { before: 0, after: 140 }
/** A word within so many characters is seen in the row. */
const seen = 16

interface Asked {
  mailIds: readonly number[]
  terms: readonly string[]
}

/** The line of each mail in which a word stands, where its row does not show one already. */
export async function findSnippets(
  mailstore: Mailstore,
  viewer: Viewer,
  { mailIds, terms }: Asked,
): Promise<Snippet[]> {
  const ids = mailIds.map((id) => asId<MessageRow['id']>(id))
  const rows = (await mailstore.rows(viewer, ids)).filter((row) => !showsAlready(row, terms))
  const files = await mailstore.fileTexts(
    viewer.accountId,
    rows.map((row) => row.id),
  )
  const found: Snippet[] = []
  for (const row of rows) {
    const texts = files.get(row.id) ?? []
    const snippet =
      (await inMail(mailstore, viewer, { row, terms })) ?? inFiles({ row, terms, texts })
    if (snippet) found.push(snippet)
  }
  return found
}

const showsAlready = ({ subject, preview }: MessageRow, terms: readonly string[]): boolean =>
  findMarks(subject, terms).length > 0 || findMarks(preview.slice(0, seen), terms).length > 0

async function inMail(
  mailstore: Mailstore,
  viewer: Viewer,
  { row, terms }: { row: MessageRow; terms: readonly string[] },
): Promise<Snippet | null> {
  if (row.size > maxSize) return null
  const stored = await mailstore.find(viewer, row.id)
  if (!stored) return null
  const text = await mailstore.plainText(await mailstore.raw(stored), maxText, { given: true })
  const line = lineAround(text, terms, around)
  return line === null ? null : { mailId: row.id, text: line, fileName: null }
}

interface InFiles {
  row: MessageRow
  terms: readonly string[]
  texts: readonly { name: string; text: string }[]
}

function inFiles({ row, terms, texts }: InFiles): Snippet | null {
  for (const { name, text } of texts) {
    const line = lineAround(text, terms, around)
    if (line !== null) return { mailId: row.id, text: line, fileName: name }
  }
  return null
}
