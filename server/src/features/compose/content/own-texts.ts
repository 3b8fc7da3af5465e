import { randomUUID } from 'node:crypto'
import type { ComposeFile } from '@hongyan/contract/compose'
import type { AccountId, UserId } from '../../../platform/ids.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import type { WaitingFiles } from '../uploads/waiting-files.ts'

/** An own text with its pictures: a signature or a letter template. */
export interface OwnText {
  content: string
  pictures: readonly MessageFile[]
}

/** Where a signature stands in an answer. */
export type SignPosition = 'above' | 'below'

/** What writing needs of signatures and letter papers. */
export interface OwnTexts {
  /** The signature that answers get by themselves. */
  signature(accountId: AccountId): Promise<(OwnText & { id: number }) | null>
  positionOf(userId: UserId): Promise<SignPosition>
  /** What a mail on this paper is put into; null when the paper is gone. */
  frame(
    accountId: AccountId,
    paperId: string,
  ): Promise<{ before: string; after: string; picture: MessageFile | null } | null>
  /** Takes the HTML of a mail off its paper; null when it lies on none. */
  unframed(html: string): { paperId: string; html: string; contentId: string | null } | null
}

/**
 * The pictures of an own text become files of one mail, under Content-IDs of their own: what an answered mail shows
 * under the same name is another picture.
 */
export async function takeOwnText(
  files: WaitingFiles,
  accountId: AccountId,
  { content, pictures }: OwnText,
): Promise<{ content: string; files: ComposeFile[] }> {
  let text = content
  const fresh = pictures.map((picture) => {
    const contentId = `${randomUUID()}@hongyan`
    const before = picture.contentId ?? ''
    for (const written of [before, encodeURIComponent(before)])
      text = text.replaceAll(`cid:${written}`, `cid:${contentId}`)
    return { ...picture, contentId }
  })
  return {
    content: text,
    files: await files.takeOver({ accountId }, { source: null, files: fresh }),
  }
}
