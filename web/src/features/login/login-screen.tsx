import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { gatewayQuery, platformQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { isSignedIn } from '../../lib/session.ts'
import { useDrawn } from '../../lib/use-drawn.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import type { Second } from '../second-step/second-step-form.public.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { endFirstForm } from './first-form.ts'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { pendingTicket } from './pending-ticket.ts'
import { SignOnButton } from './sign-on-button.tsx'
import { useTyped } from './use-typed.ts'

const SecondStepForm = lazyPart(
  () => import('../second-step/second-step-form.public.tsx'),
  'SecondStepForm',
)
/** A browser has none without HTTPS and at a bare IP address (WebAuthn §13.4.9): then their code is not fetched. */
const mayHavePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

const PasskeyLogin = lazyPart(() => import('../passkeys/passkey-login.public.tsx'), 'PasskeyLogin')
const TicketLogin = lazyPart(() => import('./ticket-login.tsx'), 'TicketLogin')
const PhoneLogin = lazyPart(() => import('../second-step/phone-login.public.tsx'), 'PhoneLogin')

interface LoginScreenProps {
  /** Runs once the tokens are stored. */
  onDone: () => void | Promise<void>
  /** Who is signed in, and came by a ticket all the same, goes on as they are. */
  onStay: () => void
}

/** Login and landing page. */
export function LoginScreen({ onDone, onStay }: LoginScreenProps) {
  const { t } = useTranslation('login')
  const isDrawn = useDrawn()
  const known = useQuery(platformQuery).data
  const platform = isDrawn ? known : undefined
  const [isAsked] = useState(isSignedIn)
  const [username, setUsername] = useTyped('username')
  const password = useRef<HTMLInputElement>(null)
  usePageTitle(`${t('title')} - ${t('common:product')}`)
  useEffect(endFirstForm, [])

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
          <Ways
            username={username}
            onUsername={setUsername}
            passwordRef={password}
            onDone={onDone}
            onStay={onStay}
          />
          {!isAsked && platform?.sso && <SignOnButton name={platform.sso} onDone={onDone} />}
          {!isAsked && platform?.demo && (
            <DemoAccounts accounts={platform.demo.accounts} onChoose={fill} />
          )}
        </div>
        <p className={styles.foot}>
          {platform?.systemCopyringht || `鸿雁 Hongyan ${platform?.version ?? ''}`}
        </p>
      </main>
    </div>
  )
}

interface WaysProps {
  username: string
  onUsername: (value: string) => void
  passwordRef: React.RefObject<HTMLInputElement | null>
  onDone: () => void | Promise<void>
  onStay: () => void
}

/** By a ticket, by what is typed, and the second step where one is asked for. */
function Ways({ onDone, onStay, ...form }: WaysProps) {
  const [second, setSecond] = useState<Second | null>(null)
  const [ticket] = useState(pendingTicket)
  const [wasSignedIn] = useState(isSignedIn)
  if (second) {
    return <SecondStepForm second={second} onDone={onDone} onBack={() => setSecond(null)} />
  }
  return (
    <>
      {ticket !== null && (
        <TicketLogin ticket={ticket} onDone={onDone} onSecond={setSecond} onStay={onStay} />
      )}
      {/* Signed in already: there is one question, and no other way in. */}
      {!(wasSignedIn && isSignedIn()) && (
        <TypedWays {...form} onDone={onDone} onSecond={setSecond} />
      )}
    </>
  )
}

interface TypedWaysProps extends Omit<WaysProps, 'onStay'> {
  onSecond: (second: Second) => void
}

/** By password or by phone, or by a passkey. */
function TypedWays({ onDone, onSecond, ...form }: TypedWaysProps) {
  const { t } = useTranslation('login')
  const isDrawn = useDrawn()
  const gateway = useQuery(gatewayQuery).data?.smsGatewayStatus === 1
  const [way, setWay] = useState<'password' | 'phone'>('password')
  const ways = [
    ['password', 'login:byPassword'],
    ['phone', 'login:byPhone'],
  ] as const
  return (
    <>
      {gateway && (
        <fieldset className={styles.ways} aria-label={t('login:ways')}>
          {ways.map(([name, text]) => (
            <button
              key={name}
              type="button"
              aria-pressed={way === name}
              onClick={() => setWay(name)}
            >
              {t(text)}
            </button>
          ))}
        </fieldset>
      )}
      {way === 'password' ? (
        <LoginForm {...form} onDone={onDone} onSecond={onSecond} />
      ) : (
        <PhoneLogin onDone={onDone} onSecond={onSecond} />
      )}
      {isDrawn && mayHavePasskeys() && <PasskeyLogin onDone={onDone} />}
      <p className={styles.forgot}>
        {/* An address, which the form that is HTML has too. */}
        <a href="#/resetPassword">{t('login:forgot')}</a>
      </p>
    </>
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
