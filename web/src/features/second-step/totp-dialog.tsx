import { secondStep } from '@hongyan/contract/second-step'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

import { TextField } from '../../ui/text-field.tsx'
import { isBlank } from './code-field.tsx'
import { QrCode } from './qr-code.public.tsx'
import styles from './second-step.module.css'

interface TotpDialogProps {
  secret: string
  url: string
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** Sets an authenticator up: its QR code, its key, and the first code that proves it. */
export function TotpDialog({ secret, url, onClose, onCodes }: TotpDialogProps) {
  const { t } = useTranslation('second')
  const [code, setCode] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const submit = () => {
    if (isBlank(code)) return setError(t('codeNeeded'))
    void attempt(async () =>
      onCodes((await call(secondStep.confirmTotp, { body: { code } })).recoveryCodes),
    )
  }
  return (
    <FormDialog
      title={t('totpTitle')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('confirm') }}
      width={420}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.setUp}>
        <p>{t('scan')}</p>
        <QrCode text={url} label={t('qr')} />
        <code className={styles.secret}>{secret}</code>
        <TextField
          label={t('firstCode')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          maxLength={7}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
    </FormDialog>
  )
}

/** Recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('second')
  return (
    <Dialog
      title={t('recoveryTitle')}
      closeLabel={t('common:close')}
      onClose={onClose}
      width={420}
      footer={
        <Button kind="primary" data-autofocus onClick={onClose}>
          {t('saved')}
        </Button>
      }
    >
      <div className={styles.setUp}>
        <p>{t('recoveryOnce')}</p>
        <ul className={styles.codes}>
          {codes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
