import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { usePinField } from './new-pin-fields.tsx'
import { unlockOwnKey } from './own-key.ts'
import styles from './smime.module.css'

interface ExportKeyDialogProps {
  address: string
  onClose: () => void
}

/** Of a file that leaves: it can be tried for ever. */
const shortest = 12

/** The own key as a file for other programs (.p12), under a password of its own. It is made in the browser. */
export function ExportKeyDialog({ address, onClose }: ExportKeyDialogProps) {
  const { t } = useTranslation('smime')
  const [pin, setPin] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const submit = () => {
    // An empty one would count among the wrong tries.
    if (pin === '') return setError(t('keyFile.pinFirst'))
    if ([...password].length < shortest) return setError(t('keyFile.short', { min: shortest }))
    if (password !== again) return setError(t('keyFile.differ'))
    void attempt(async () => {
      const key = await unlockOwnKey(pin)
      const { writeKeyFile } = await import('./cms/key-file.ts')
      const { certificate } = key
      const file = await key.withPrivateKey((pkcs8) =>
        writeKeyFile({ certificate, pkcs8 }, password),
      )
      saveFile(new Blob([file], { type: 'application/x-pkcs12' }), `${address}.p12`)
      onClose()
    })
  }
  const pinField = usePinField()
  const field = {
    showLabel: t('login:showPassword'),
    hideLabelText: t('login:hidePassword'),
    maxLength: 200,
  }
  return (
    <FormDialog
      title={t('keyFile.export')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('page.saveAction') }}
      width={440}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className={styles.hint}>{t('keyFile.exportText')}</p>
      <PasswordField
        {...pinField}
        label={t('pin')}
        autoComplete="off"
        data-autofocus
        value={pin}
        onChange={(event) => setPin(event.target.value)}
      />
      <PasswordField
        {...field}
        label={t('keyFile.newPassword', { min: shortest })}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        {...field}
        label={t('keyFile.again')}
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
      />
    </FormDialog>
  )
}
