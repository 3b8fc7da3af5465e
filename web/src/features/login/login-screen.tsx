import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { login } from '../../lib/session.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import { BrandPanel } from './brand-panel.tsx'
import styles from './login.module.css'
import { checkLogin } from './login-checks.ts'

/** Login and landing page. `onDone` runs once the tokens are stored. */
export function LoginScreen({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('login')
  const platform = useQuery(platformQuery).data
  const [username, setUsername] = useState('')
  const password = useRef<HTMLInputElement>(null)
  usePageTitle(`${t('title')} - ${t('common:product')}`)

  const fill = (account: string) => {
    setUsername(account)
    password.current?.focus()
  }

  return (
    <div className={styles.page}>
      <BrandPanel />
      <main className={styles.main}>
        <div className={styles.top}>
          <span className={styles.small}>
            <BrandMark size={28} />
            {t('common:product')}
          </span>
          <LanguageSwitch />
        </div>
        <div className={styles.card}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.organisation}>{platform?.organisation ?? '\u00a0'}</p>
          <LoginForm
            username={username}
            onUsername={setUsername}
            passwordRef={password}
            onDone={onDone}
          />
          {platform?.demo && <DemoAccounts accounts={platform.demo.accounts} onChoose={fill} />}
        </div>
        <p className={styles.foot}>鸿雁 Hongyan {platform?.version}</p>
      </main>
    </div>
  )
}

interface LoginFormProps {
  username: string
  onUsername: (value: string) => void
  passwordRef: React.RefObject<HTMLInputElement | null>
  onDone: () => void
}

function LoginForm({ username, onUsername, passwordRef, onDone }: LoginFormProps) {
  const { t } = useTranslation('login')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const name = useRef<HTMLInputElement>(null)
  const problems = checkLogin(username, password)
  const shown = (problem: string | null) => (checked && problem ? t(madeKey(problem)) : null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setRefusal(null)
    if (problems.username) return name.current?.focus()
    if (problems.password) return passwordRef.current?.focus()
    setBusy(true)
    try {
      const pair = await login(username.trim(), password)
      if (pair.secondVerified) setRefusal(t('secondStep'))
      else onDone()
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t('common:error'))
      passwordRef.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        ref={name}
        size="lg"
        label={t('username')}
        placeholder={t('usernamePlaceholder')}
        name="username"
        autoComplete="username"
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
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('submit')}
      </Button>
    </form>
  )
}

interface DemoAccountsProps {
  accounts: string[]
  onChoose: (account: string) => void
}

function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { t } = useTranslation('login')
  return (
    <section className={styles.demo} aria-label={t('demoTitle')}>
      <p className={styles.demoText}>
        <strong>{t('demoTitle')}</strong> {t('demoText')}
      </p>
      <div className={styles.accounts}>
        {accounts.map((account) => (
          <button
            key={account}
            type="button"
            className={styles.account}
            onClick={() => onChoose(account)}
          >
            {account}
          </button>
        ))}
      </div>
    </section>
  )
}
