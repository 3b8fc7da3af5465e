/** A message as a mail program sees it; a UID is null until the server has told it. */
export interface ModelRow {
  uid: number | null
  token: string
  flags: string
}

export const modelFolders = ['INBOX', 'b'] as const
export type ModelFolder = (typeof modelFolders)[number]
export type MailboxState = Record<ModelFolder, readonly ModelRow[]>

/** What a folder has ever said of itself. */
export interface FolderFacts {
  validity: number
  uidNext: number
  modseq: number
  /** Which message each UID has ever named. */
  names: Map<number, string>
}

export const otherFolder = (folder: ModelFolder): ModelFolder =>
  folder === 'INBOX' ? 'b' : 'INBOX'

export const tidyFlags = (flags: string): string =>
  flags
    .split(' ')
    .filter((one) => one !== '' && one !== '\\Recent')
    .sort()
    .join(' ')

/** Whether a mailbox is what it should be: known UIDs stand as they are, and the rest are new messages. */
export const isSame = (found: MailboxState, wanted: MailboxState): boolean =>
  modelFolders.every((folder) => isSameFolder(found[folder], wanted[folder]))

function isSameFolder(found: readonly ModelRow[], wanted: readonly ModelRow[]): boolean {
  if (found.length !== wanted.length) return false
  const byUid = new Map(found.map((row) => [row.uid, row]))
  for (const row of wanted) {
    if (row.uid === null) continue
    const same = byUid.get(row.uid)
    if (!same || aboutOf(same) !== aboutOf(row)) return false
    byUid.delete(row.uid)
  }
  const rest = [...byUid.values()].map(aboutOf).sort()
  const fresh = wanted.filter(({ uid }) => uid === null).map(aboutOf)
  return rest.join('\n') === fresh.sort().join('\n')
}

const aboutOf = ({ token, flags }: ModelRow): string => `${token} ${flags}`

/** What is other than it should be, in a line. */
export function differenceOf(found: MailboxState, wanted: MailboxState): string {
  const words = modelFolders.map((folder) => {
    const [here, there] = [found[folder], wanted[folder]].map((rows) =>
      rows.map((row) => `${row.uid ?? '?'}:${aboutOf(row)}`),
    )
    const missing = there?.filter((one) => !here?.includes(one)) ?? []
    const strange = here?.filter((one) => !there?.includes(one)) ?? []
    return `${folder} missing [${missing.join(', ')}] strange [${strange.join(', ')}]`
  })
  return words.join('; ')
}
