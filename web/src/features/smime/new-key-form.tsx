import { limits } from '@hongyan/contract/limits'
import { smime } from '@hongyan/contract/smime'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ConfirmFields, noConfirmation, unconfirmed } from '../second-step/owner-confirm.public.tsx'
import { keepNewKey } from './change-key.ts'
import { own } from './cms/bytes.ts'
import { NewPinFields, usePinField } from './new-pin-fields.tsx'
import type { OwnKeys } from './own-key.ts'
import { type PinTrouble, pinTrouble } from './pin-rules.ts'
import styles from './smime.module.css'

interface NewKeyFormProps {
  address: string
  keys: OwnKeys
  onDone: () => void
}

/**
 * A new key: made here or out of a file (.p12), with its PIN, confirmed by its owner (KEYS-08). Where there is one already,
 * its PIN lets old mail open by the new one. What was typed stays when it is refused.
 */
export function NewKeyForm({ address, keys, onDone }: NewKeyFormProps) {
  const { t } = useTranslation('smime')
  const [oldPin, setOldPin] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [filePassword, setFilePassword] = useState('')
  const [confirm, setConfirm] = useState(noConfirmation)
  const [trouble, setTrouble] = useState<PinTrouble | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const { confirmBy: by, phone } = keys
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = pinTrouble(pin, again)
    setTrouble(found)
    setError(null)
    if (found) return
    const missing = unconfirmed(by, confirm)
    if (missing) return setError(t(missing))
    void attempt(async () => {
      const pair = file ? await pairOf(file, filePassword) : null
      const isSealed = await keepNewKey(address, keys, { pin, confirm, oldPin, pair })
      onDone()
      if (!isSealed) toast({ kind: 'info', text: t('page.pinStays') })
    })
  }
  const field = usePinField()
  return (
    <form className={styles.narrow} onSubmit={submit} noValidate>
      {keys.key && (
        <PasswordField
          {...field}
          label={t('page.oldPinMaybe')}
          autoComplete="off"
          value={oldPin}
          onChange={(event) => setOldPin(event.target.value)}
        />
      )}
      <NewPinFields pin={pin} again={again} trouble={trouble} onPin={setPin} onAgain={setAgain} />
      <KeyFileChoice file={file} onFile={setFile} />
      {file && (
        <PasswordField
          {...field}
          showLabel={t('login:showPassword')}
          hideLabelText={t('login:hidePassword')}
          label={t('keyFile.password')}
          autoComplete="off"
          value={filePassword}
          onChange={(event) => setFilePassword(event.target.value)}
        />
      )}
      <ConfirmFields
        by={by}
        phone={phone}
        value={confirm}
        onChange={setConfirm}
        send={() => call(smime.sendSms, { body: {} })}
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button kind="primary" type="submit" busy={busy}>
          {t(keys.key ? 'page.replaceAction' : 'page.make')}
        </Button>
      </div>
    </form>
  )
}

interface KeyFileChoiceProps {
  file: File | null
  onFile: (file: File | null) => void
}

/** A key of one's own, as other programs keep it. */
function KeyFileChoice({ file, onFile }: KeyFileChoiceProps) {
  const { t } = useTranslation('smime')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.keyFile}>
      <span>{file ? <Isolated>{file.name}</Isolated> : t('keyFile.none')}</span>
      {file ? (
        <Button size="sm" onClick={() => onFile(null)}>
          {t('keyFile.drop')}
        </Button>
      ) : (
        <Button size="sm" onClick={() => input.current?.click()}>
          {t('keyFile.choose')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".p12,.pfx,application/x-pkcs12"
        aria-label={t('keyFile.choose')}
        onChange={(event) => {
          onFile(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** @throws in the words of the screen */
async function pairOf(file: File, password: string) {
  const { KeyFileError, readKeyFile } = await import('./cms/key-file.ts')
  const { translate } = await import('../../lib/i18n.ts')
  try {
    if (file.size > limits.picture) throw new KeyFileError('form')
    return await readKeyFile(own(await file.arrayBuffer()), password)
  } catch (error) {
    const trouble = error instanceof KeyFileError ? error.trouble : 'form'
    throw new Error(translate(`smime:keyFile.trouble.${trouble}`), { cause: error })
  }
}
