import type { FolderRole } from './types.ts'

/**
 * What system folders are called outside of our own pages, in every language: programs show their own names for them, by
 * the special use (RFC 6154). No folder of one's own may take these names (contract/src/names.ts).
 */
export const roleNames: Readonly<Record<FolderRole, string>> = {
  inbox: 'INBOX',
  sent: 'Sent',
  drafts: 'Drafts',
  trash: 'Trash',
  junk: 'Junk',
  archive: 'Archive',
}
