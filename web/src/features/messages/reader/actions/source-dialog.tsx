import { useEffect, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import styles from '../reader.module.css'

/** What is shown of a source, in bytes; the download has all of it. */
const shownBytes = 256 * 1024

interface SourceDialogProps {
  url: string
  /** The whole mail, or only its header fields, each on lines of its own. */
  part: 'whole' | 'headers'
  onClose: () => void
}

/** The mail as it came over the line, as text. */
export function SourceDialog({ url, part, onClose }: SourceDialogProps) {
  const { t } = useTranslation('reader')
  const [text, setText] = useState<string | null>(null)
  const [address] = useState(url)
  useEffect(() => {
    const stop = new AbortController()
    loadStart(address, stop.signal).then(setText, () => {
      if (!stop.signal.aborted) setText('')
    })
    return () => stop.abort()
  }, [address])
  return (
    <Dialog
      title={t(part === 'whole' ? 'source' : 'headers')}
      closeLabel={t('common:close')}
      width={860}
      onClose={onClose}
      footer={
        <a className={styles.download} href={address} download="message.eml">
          {t('downloadSource')}
        </a>
      }
    >
      {text === null ? (
        <Spinner label={t('common:loading')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard too
        <pre className={styles.source} tabIndex={0}>
          {part === 'whole' ? text : headersOf(text)}
        </pre>
      )}
    </Dialog>
  )
}

/** Up to the empty line (RFC 5322 §2.1). */
const headersOf = (source: string): string => source.split(/\r?\n\r?\n/, 1)[0] ?? ''

async function loadStart(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' })
  const blob = await response.blob()
  const start = await blob.slice(0, shownBytes).text()
  return blob.size > shownBytes ? `${start}\n…` : start
}
