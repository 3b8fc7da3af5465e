import type { CaptchaKind } from '@hongyan/contract/captcha'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { captchaNeededCode } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { type LoginWords, login } from '../../lib/session.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Second } from '../second-step/second-step-form.public.tsx'
import styles from './login.module.css'
import { checkLogin } from './login-checks.ts'
import { useTyped } from './use-typed.ts'

const CaptchaPanel = lazyPart(() => import('../captcha/captcha-panel.public.tsx'), 'CaptchaPanel')

interface LoginFormProps {
  username: string
  onUsername: (value: string) => void
  passwordRef: React.RefObject<HTMLInputElement | null>
  onDone: () => void | Promise<void>
  /** The password was right, and more is asked for. */
  onSecond: (second: Second) => void
}

export function LoginForm({ username, onUsername, passwordRef, onDone, onSecond }: LoginFormProps) {
  const { t } = useTranslation('login')
  const [password, setPassword] = useTyped('password')
  const [checked, setChecked] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const { asked, busy, refusal, enter, setRefusal } = useEntry({ onDone, onSecond, passwordRef })
  const problems = checkLogin(username, password)
  const shown = (problem: string | null) => (checked && problem ? t(madeKey(problem)) : null)

  const submit = (captcha?: string) => {
    setChecked(true)
    setRefusal(null)
    if (problems.username) return name.current?.focus()
    if (problems.password) return passwordRef.current?.focus()
    void enter({ username: username.trim(), password, ...(captcha && { captcha }) })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <form className={styles.form} method="post" onSubmit={onSubmit} noValidate>
      <TextField
        ref={name}
        size="lg"
        label={t('username')}
        placeholder={t('usernamePlaceholder')}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        value={username}
        onChange={(event) => onUsername(event.target.value)}
        error={shown(problems.username)}
      />
      <PasswordField
        ref={passwordRef}
        size="lg"
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={shown(problems.password)}
        showLabel={t('showPassword')}
        hideLabelText={t('hidePassword')}
      />
      {asked && (
        <CaptchaPanel key={asked.turn} error={asked.error} onKind={asked.onKind} onPass={submit} />
      )}
      {refusal && <Refusal>{refusal}</Refusal>}
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('submit')}
      </Button>
    </form>
  )
}

interface Entry {
  onDone: () => void | Promise<void>
  onSecond: (second: Second) => void
  passwordRef: React.RefObject<HTMLInputElement | null>
}

/** The login and what it is answered with. Once a captcha was asked for, each further try needs one of its own. */
function useEntry({ onDone, onSecond, passwordRef }: Entry) {
  const { t } = useTranslation('login')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const [kind, setKind] = useState<CaptchaKind>('slide')
  const [unfinished, setUnfinished] = useState(false)

  const refused = (error: unknown): void => {
    const known = error instanceof ApiError ? error : null
    const wanted = known?.code === captchaNeededCode
    if (wanted || turn > 0) setTurn(turn + 1)
    if (wanted) return
    setRefusal(known?.message ?? t('common:error'))
    passwordRef.current?.select()
  }

  const enter = async (given: LoginWords): Promise<void> => {
    const isUnfinished = turn > 0 && !given.captcha
    setUnfinished(isUnfinished)
    if (isUnfinished) return
    setBusy(true)
    try {
      const pair = await login(given)
      if (pair.second) onSecond(pair.second)
      // Until the next screen is there, the button stays as it is.
      else await onDone()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  const error = unfinished ? t(madeKey(`captcha:unfinished.${kind}`)) : null
  const asked = turn > 0 ? { turn, error, onKind: setKind } : null
  return { asked, busy, refusal, enter, setRefusal }
}
