import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { askAboutForgotten, unlockFolder } from './folder-actions.ts'
import { FolderPasswordField } from './folder-password-field.tsx'
import styles from './folders.module.css'

interface UnlockFormProps {
  folderId: number
  onOpened?: () => void
}

/** The password of one folder, and what to do when it is forgotten. */
export function UnlockForm({ folderId, onOpened }: UnlockFormProps) {
  const { t } = useTranslation('folders')
  const [password, setPassword] = useState('')
  const [advice, setAdvice] = useState<string | null>(null)
  const { busy, error, attempt } = useAttempt()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await unlockFolder(folderId, password)
      onOpened?.()
    })
  }
  return (
    <form className={styles.unlock} onSubmit={onSubmit}>
      <FolderPasswordField value={password} error={error} onChange={setPassword} />
      <Button type="submit" kind="primary" block busy={busy} disabled={password === ''}>
        {t('open')}
      </Button>
      <button
        type="button"
        className={styles.forgotten}
        onClick={() =>
          void askAboutForgotten(folderId).then(setAdvice, (failed: Error) =>
            setAdvice(failed.message),
          )
        }
      >
        {t('forgotten')}
      </button>
      {advice && (
        <p className={styles.advice} role="status">
          {advice}
        </p>
      )}
    </form>
  )
}
