import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { iconLock } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { unlockOwnKey } from './own-key.ts'
import styles from './smime.module.css'
import type { UnlockedKey } from './unlocked-key.ts'

interface PinFormProps {
  action: string
  onUnlocked: (key: UnlockedKey) => void
  /** Another key than the one in use. */
  unlock?: (pin: string) => Promise<UnlockedKey>
  /** Beside the button. */
  children?: ReactNode
}

/** Asks for the PIN of the own key; what was typed stays when it is wrong. */
export function PinForm({ action, onUnlocked, unlock = unlockOwnKey, children }: PinFormProps) {
  const { t } = useTranslation('smime')
  const [pin, setPin] = useState('')
  const { busy, error, attempt } = useAttempt()
  const open = (event: FormEvent) => {
    event.preventDefault()
    // The composer may be a form around it in another window's tree.
    event.stopPropagation()
    void attempt(async () => onUnlocked(await unlock(pin)))
  }
  return (
    <form className={styles.form} onSubmit={open}>
      <PasswordField
        label={t('pin')}
        showLabel={t('showPin')}
        hideLabelText={t('hidePin')}
        autoComplete="off"
        data-autofocus
        maxLength={200}
        value={pin}
        error={error}
        onChange={(event) => setPin(event.target.value)}
      />
      <div className={styles.buttons}>
        {children}
        <Button kind="primary" type="submit" icon={iconLock} busy={busy} disabled={pin === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}
