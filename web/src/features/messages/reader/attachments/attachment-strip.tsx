import type { Attachment } from '@hongyan/contract/messages'
import { useState } from 'react'
import { lazyPart } from '../../../../lib/lazy-part.tsx'
import { AttachmentCards } from './attachment-cards.tsx'

/** Most mails are read without it. */
const PreviewDialog = lazyPart(() => import('./preview-dialog.tsx'), 'PreviewDialog')

interface AttachmentStripProps {
  attachments: Attachment[]
  zipUrl: string | null
}

/** The attachments of a mail, and the dialog in which they are looked at. */
export function AttachmentStrip({ attachments, zipUrl }: AttachmentStripProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <AttachmentCards attachments={attachments} zipUrl={zipUrl} onPreview={setOpen} />
      {open !== null && (
        <PreviewDialog attachments={attachments} start={open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
