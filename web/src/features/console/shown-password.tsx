import { useEffect, useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { iconCopy } from '../../ui/icons-later.ts'
import { toast } from '../../ui/toast-store.ts'
import styles from './console.module.css'

/** A password that was just made: nobody sees it again. */
export function ShownPassword({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation('console')
  const words = { text: t('password.text'), copy: t('password.copy'), copied: t('password.copied') }
  return <ShownOnce secret={password} words={words} onClose={onClose} />
}

/** A token that was just made. */
export function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('console')
  const words = { text: t('scim.once'), copy: t('scim.copy'), copied: t('password.copied') }
  return <ShownOnce secret={token} words={words} onClose={onClose} />
}

interface ShownOnceProps {
  secret: string
  words: { text: string; copy: string; copied: string }
  onClose: () => void
}

function ShownOnce({ secret, words, onClose }: ShownOnceProps) {
  const { t } = useTranslation('console')
  const shown = useRef<HTMLOutputElement>(null)
  // The form it takes the place of had the focus.
  useEffect(() => shown.current?.focus(), [])
  const copy = async () => {
    await copyText(secret)
    toast({ kind: 'success', text: words.copied })
  }
  return (
    <div className={styles.form}>
      <p>{words.text}</p>
      <output className={styles.password} ref={shown} tabIndex={-1}>
        {secret}
      </output>
      <div className={styles.actions}>
        <Button kind="primary" icon={iconCopy} onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  )
}
