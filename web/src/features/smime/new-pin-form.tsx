import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { NewPinFields, usePinField } from './new-pin-fields.tsx'
import { type PinTrouble, pinTrouble } from './pin-rules.ts'
import styles from './smime.module.css'

interface NewPinFormProps {
  action: string
  onSubmit: (pins: { before: string; after: string }) => Promise<void>
}

/** Another PIN of the key in use, typed twice; what was typed stays when it is refused. */
export function NewPinForm({ action, onSubmit }: NewPinFormProps) {
  const { t } = useTranslation('smime')
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const [again, setAgain] = useState('')
  const [trouble, setTrouble] = useState<PinTrouble | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = pinTrouble(after, again)
    setTrouble(found)
    setError(null)
    if (found) return
    void attempt(async () => {
      await onSubmit({ before, after })
      for (const clear of [setBefore, setAfter, setAgain]) clear('')
    })
  }
  const field = usePinField()
  return (
    <form className={styles.narrow} onSubmit={submit} noValidate>
      <PasswordField
        {...field}
        label={t('page.oldPin')}
        autoComplete="off"
        value={before}
        error={error}
        onChange={(event) => setBefore(event.target.value)}
      />
      <NewPinFields
        pin={after}
        again={again}
        trouble={trouble}
        onPin={setAfter}
        onAgain={setAgain}
      />
      <div>
        <Button kind="primary" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
