import { recovery } from '@hongyan/contract/recovery'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Link } from '../../lib/router/link.tsx'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card-page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'
import { emailProblem } from './email-problem.ts'
import { phoneProblem } from './phone-login.public.tsx'
import styles from './second-step.module.css'

/** /resetPassword: a new password by a code to the bound phone or to the recovery address (AUTH-33, AUTH-34). */
export function ResetPasswordScreen() {
  const { t } = useTranslation('second')
  usePageTitle(`${t('resetTitle')} - ${t('common:product')}`)
  return (
    <CardPage title={t('resetTitle')} note={t('resetText')} corner={<LanguageSwitch />}>
      <ResetForm />
      <p className={styles.back}>
        <Link to="/login">{t('back')}</Link>
      </p>
    </CardPage>
  )
}

type Field = 'email' | 'phone' | 'code' | 'next' | 'again'
type Problems = Partial<Record<Field, string>>

const nothing = { email: '', phone: '', next: '', again: '' }

function ResetForm() {
  const { t } = useTranslation('second')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(nothing)
  const [given, setGiven] = useState(noCode)
  const [way, setWay] = useState<'phone' | 'mail'>('phone')
  const [problems, setProblems] = useState<Problems>({})
  const { busy, error, attempt } = useAttempt()
  const put = (field: keyof typeof nothing) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value })
  const who = (): Problems => {
    const email = emailProblem(typed.email)
    const number = way === 'phone' ? phoneProblem(typed.phone) : null
    return { ...(email && { email: t(email) }), ...(number && { phone: t(number) }) }
  }
  const isFit = (found: Problems): boolean => {
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const rest: Problems = {
      ...(isBlank(given.code) && { code: t('codeNeeded') }),
      ...(typed.next === '' && { next: t('nextNeeded') }),
      ...(typed.next !== typed.again && { again: t('differ') }),
    }
    if (!isFit({ ...who(), ...rest })) return
    const body = { ...given, way, newPassword: typed.next }
    if (!(await attempt(() => call(recovery.edit, { body })))) return
    toast({ kind: 'success', text: t('resetDone') })
    navigate('/login', { replace: true })
  }
  const choose = () => {
    setWay(way === 'phone' ? 'mail' : 'phone')
    setGiven(noCode)
    setProblems({})
  }
  const secret = {
    size: 'lg' as const,
    autoComplete: 'new-password',
    maxLength: 100,
    showLabel: t('login:showPassword'),
    hideLabelText: t('login:hidePassword'),
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        size="lg"
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={typed.email}
        error={problems.email}
        onChange={put('email')}
      />
      {way === 'phone' && (
        <TextField
          size="lg"
          label={t('phone')}
          name="phone"
          type="tel"
          autoComplete="tel-national"
          maxLength={11}
          value={typed.phone}
          error={problems.phone}
          onChange={put('phone')}
        />
      )}
      <div className={styles.choices}>
        <Button kind="quiet" size="sm" onClick={choose}>
          {t(way === 'phone' ? 'resetByMail' : 'resetByPhone')}
        </Button>
      </div>
      <CodeField
        key={way}
        size="lg"
        value={given}
        onChange={setGiven}
        sentText={t(way === 'phone' ? 'sent' : 'sentMail')}
        error={problems.code ?? null}
        send={(captcha) =>
          isFit(who())
            ? call(recovery.recover, {
                body: {
                  emailAddr: typed.email.trim(),
                  ...(way === 'phone' && { phone: typed.phone }),
                  ...(captcha && { captcha }),
                },
              })
            : null
        }
      />
      <PasswordField
        {...secret}
        label={t('next')}
        name="new-password"
        value={typed.next}
        error={problems.next}
        onChange={put('next')}
      />
      <PasswordField
        {...secret}
        label={t('again')}
        name="new-password-again"
        value={typed.again}
        error={problems.again}
        onChange={put('again')}
      />
      {error && <Refusal>{error}</Refusal>}
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('reset')}
      </Button>
    </form>
  )
}
