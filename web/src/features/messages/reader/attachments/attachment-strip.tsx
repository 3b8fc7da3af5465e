import type { Attachment } from '@hongyan/contract/messages'
import { lazy, Suspense, useState } from 'react'
import { AttachmentCards } from './attachment-cards.tsx'

/** Most mails are read without it. */
const PreviewDialog = lazy(() =>
  import('./preview-dialog.tsx').then(({ PreviewDialog }) => ({ default: PreviewDialog })),
)

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
        <Suspense fallback={null}>
          <PreviewDialog attachments={attachments} start={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
