import { type AuthorisedBody, authorised } from '@hongyan/contract/authorised'
import type { Reply } from '@hongyan/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError, isRefusal } from '../../lib/api-error.ts'
import { type DateStyle, fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useParams } from '../../lib/router/hooks.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { iconMail, iconMailOpen } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import styles from './authorised.module.css'
import { AuthorisedText } from './authorised-text.tsx'

type Outside = Reply<typeof authorised.outside>

/** Of a part of a token the server knows no endpoint at all. */
const isCut = (error: Error): boolean => error instanceof ApiError && error.status === 404

/** `/linkPage/letter/:token`: a read-limited mail for people without a login, by a code that is sent to their address. */
export function OutsidePage() {
  const { t } = useTranslation('authorised')
  const { token = '' } = useParams()
  const style = useGuestStyle()
  const [body, setBody] = useState<AuthorisedBody | null>(null)
  const { data, error } = useQuery({
    queryKey: ['outside', token],
    queryFn: ({ signal }) => call(authorised.outside, { params: { token } }, { signal }),
    retry: false,
    enabled: body === null,
  })
  usePageTitle(`${t('title')} - ${t('common:product')}`)
  return (
    <div className={styles.page}>
      <header className={styles.pageHead}>
        <BrandMark size={28} />
        <h1>
          <Isolated>{body?.mailSubject ?? t('title')}</Isolated>
        </h1>
        <LanguageSwitch />
      </header>
      <main className={styles.pageBody}>
        {body ? (
          <>
            <p className={styles.from}>
              {`${body.mailFrom.name} <${body.mailFrom.address}>`}
              <time>{body.sentTime === null ? '' : fullTime(body.sentTime, style)}</time>
            </p>
            <AuthorisedText body={body} dateStyle={style} />
          </>
        ) : error && (!data || isRefusal(error)) ? (
          <p className={styles.gone} role="status">
            {isCut(error) ? t('cut') : error.message}
          </p>
        ) : data ? (
          // It stays when it cannot be had anew: somebody may be typing the code.
          <Door token={token} outside={data} style={style} onOpened={setBody} />
        ) : (
          <Spinner label={t('common:loading')} />
        )}
      </main>
    </div>
  )
}

interface DoorProps {
  token: string
  outside: Outside
  style: DateStyle
  onOpened: (body: AuthorisedBody) => void
}

function Door({ token, outside, style, onOpened }: DoorProps) {
  const { t } = useTranslation('authorised')
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [readPassword, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const ask = () =>
    attempt(async () => {
      await call(authorised.outsideCode, { params: { token }, body: {} })
      setSent(true)
    })
  const open = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () =>
      onOpened(
        await call(authorised.openOutside, { params: { token }, body: { code, readPassword } }),
      ),
    )
  }
  return (
    <section className={styles.card} aria-label={t('title')}>
      <p className={styles.terms}>{t('guest', { address: outside.sentTo })}</p>
      <p className={styles.hint}>{t('until', { until: fullTime(outside.validUntil, style) })}</p>
      <Button
        kind={sent ? 'secondary' : 'primary'}
        icon={iconMail}
        busy={busy && !sent}
        onClick={() => void ask()}
      >
        {t(sent ? 'codeAgain' : 'askCode')}
      </Button>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {sent && (
        <form className={styles.form} onSubmit={open}>
          <TextField
            label={t('code')}
            hint={t('codeSent', { address: outside.sentTo })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          {outside.needsPassword && (
            <PasswordField
              label={t('password')}
              showLabel={t('showPassword')}
              hideLabelText={t('hidePassword')}
              autoComplete="off"
              value={readPassword}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          <Button kind="primary" type="submit" icon={iconMailOpen} busy={busy}>
            {t('open')}
          </Button>
        </form>
      )}
    </section>
  )
}

/** Guests have no settings: the zone of their device. */
function useGuestStyle(): DateStyle {
  const { language } = useTranslation()
  const zone = -new Date().getTimezoneOffset() / 60
  return { zone, hour12: false, language }
}
