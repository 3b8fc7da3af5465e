import type { ComposeFile } from '@hongyan/contract/compose'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDarkMail } from '../../messages/dark-mail.public.ts'
import { MailFrame, unsafeDrawnHtml } from '../../messages/mail-frame.public.ts'
import styles from '../screen/compose.module.css'
import { type Composer, pictureLinks } from '../screen/use-compose.ts'

/**
 * The quoted original, shown as the reader would show it. What goes along is the text as the server
 * gave it, byte for byte; this picture of it is never sent.
 */
export function QuoteOriginal({ composer }: { composer: Composer }) {
  const { t } = useTranslation('compose')
  const { t: tReader } = useTranslation('reader')
  const { quotedHtml, files } = composer.fields
  const [removed, setRemoved] = useState('')
  if (quotedHtml !== '') {
    return (
      <section className={styles.quote} aria-label={t('quote.title')}>
        <div className={styles.quoteBar}>
          <h2 className={styles.quoteTitle}>{t('quote.title')}</h2>
          <span className={styles.quoteNote}>{t('quote.note')}</span>
          <span className={styles.quoteActions}>
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                const unsafeHtml = unsafeDrawnHtml(quotedHtml, tReader('hiddenText'))
                composer.editor.current?.appendQuote(unsafeHtml, pictureLinks(files))
                composer.change({ quotedHtml: '' })
              }}
            >
              {t('quote.edit')}
            </Button>
            <Button
              size="sm"
              kind="quiet"
              onClick={() => {
                setRemoved(quotedHtml)
                composer.change({ quotedHtml: '' })
              }}
            >
              {t('quote.remove')}
            </Button>
          </span>
        </div>
        <div className={styles.quoteBody}>
          <Original html={quotedHtml} files={files} onPaper={composer.fields.paperId !== ''} />
        </div>
      </section>
    )
  }
  if (removed === '') return null
  return (
    <div className={styles.quote}>
      <div className={styles.quoteBar}>
        {t('quote.removed')}
        <Button
          size="sm"
          kind="quiet"
          onClick={() => {
            composer.change({ quotedHtml: removed })
            setRemoved('')
          }}
        >
          {t('quote.undo')}
        </Button>
      </div>
    </div>
  )
}

interface OriginalProps {
  html: string
  files: ComposeFile[]
  onPaper: boolean
}

function Original({ html, files, onPaper }: OriginalProps) {
  const dark = useDarkMail() && !onPaper
  const pictures = useMemo(
    () =>
      files.map((file) => ({
        ...file,
        section: '',
        inline: file.contentId !== null,
        previewId: null,
      })),
    [files],
  )
  // Nothing in it is followed from here: a click must not take the writer away from the mail.
  return (
    <MailFrame
      unsafeHtml={html}
      attachments={pictures}
      onMailto={ignore}
      onLink={ignore}
      quotes="all"
      dark={dark}
    />
  )
}

const ignore = (): void => undefined
