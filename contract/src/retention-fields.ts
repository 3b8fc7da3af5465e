import { z } from 'zod'

/** Where mail lies that a retention rule is about: system folders by their role, and all that people made. Never drafts. */
export const retentionKinds = ['inbox', 'sent', 'archive', 'own', 'junk', 'trash'] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** In these the days count from when mail came there, elsewhere from when it was received. */
export const retentionByArrival: readonly RetentionKind[] = ['junk', 'trash']

/** What the owner of a folder is told of the rule that holds there. */
export const folderRetention = z.object({
  days: z.number(),
  /** Starred mail stays. */
  keepStarred: z.boolean(),
  /** Mail with a label of this name stays; '' for none. */
  keepLabel: z.string(),
})
export type FolderRetention = z.infer<typeof folderRetention>
