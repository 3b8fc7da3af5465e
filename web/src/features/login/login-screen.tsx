import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import { BrandPanel } from './brand-panel.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'

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
