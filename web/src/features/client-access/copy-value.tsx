import { canCopy, copyText } from '../../lib/copy-text.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconCopy } from '../../ui/icons-later.ts'
import { toast } from '../../ui/toast-store.ts'
import styles from './client-access.module.css'

interface CopyProps {
  text: string
  /** What it is, for the name of the button. */
  name: string
}

/** Something to be typed elsewhere, with a button that copies it. */
export function CopyValue({ text, name }: CopyProps) {
  return (
    <span className={styles.value}>
      <code>{text}</code>
      <CopyButton text={text} name={name} />
    </span>
  )
}

/** Not there where the browser gives no clipboard: the text is marked as a whole by a click. */
export function CopyButton({ text, name }: CopyProps) {
  const { t } = useTranslation('client-access')
  if (!canCopy()) return null
  const copy = async () => {
    const done = await copyText(text)
    toast({
      kind: done ? 'success' : 'error',
      topic: 'copy',
      text: t(done ? 'copied' : 'notCopied', { name }),
    })
  }
  return (
    <IconButton icon={iconCopy} size="sm" label={t('copy', { name })} onClick={() => void copy()} />
  )
}
