import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../lib/i18n.ts'
import { logout } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { iconLogout } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './lock.module.css'
import { relieveScreen, useLock } from './lock-state.public.ts'

/**
 * Over the whole app (SECURITY-23), beside it in the page: what lies under it is hidden and inert, dialogs included. Not
 * one of the dialogs of `ui/`: notices go into the topmost of those, and nobody is told anything here.
 */
export function LockOverlay() {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.dataset.lockHost = ''
    return element
  })
  useLayoutEffect(() => {
    document.body.append(host)
    // Keys that are pressed here are none of the page's.
    const stop = (event: Event) => event.stopPropagation()
    for (const kind of keys) host.addEventListener(kind, stop)
    return () => host.remove()
  }, [host])
  return createPortal(<Overlay />, host)
}

const keys = ['keydown', 'keyup', 'keypress']

function Overlay() {
  const { t } = useTranslation('lock')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Esc, whatever they are told.
      onClose={() => useLock.getState().locked && dialog.current?.showModal()}
    >
      <div className={styles.card}>
        <p className={styles.brand}>
          <BrandMark size={36} />
          {t('common:product')}
        </p>
        <h1 id="lock-title" className={styles.title}>
          {t('common:locked')}
        </h1>
        <UnlockForm />
        <p className={styles.hint}>{t('forgotten')}</p>
        <Button kind="quiet" icon={iconLogout} onClick={() => void logout()}>
          {t('signOut')}
        </Button>
      </div>
    </dialog>
  )
}

function UnlockForm() {
  const { t } = useTranslation('lock')
  const [password, setPassword] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') setError(t('passwordNeeded'))
    else await attempt(() => relieveScreen(password))
    field.current?.focus()
    field.current?.select()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        ref={field}
        size="lg"
        autoFocus
        label={t('password')}
        autoComplete="off"
        maxLength={100}
        value={password}
        error={error}
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
        onChange={(event) => {
          setPassword(event.target.value)
          setError(null)
        }}
      />
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('unlock')}
      </Button>
    </form>
  )
}
