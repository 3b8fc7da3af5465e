import { type AuthorisedBody, type AuthorisedInfo, authorised } from '@hongyan/contract/authorised'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { call } from '../../lib/api.ts'
import { isRefusal } from '../../lib/api-error.ts'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconLock, iconMailOpen, iconTrash } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './authorised.module.css'
import { AuthorisedText } from './authorised-text.tsx'

/** In place of the body of a read-limited mail: what it allows, and the door to it. One for each opening: what was read is not kept. */
export function AuthorisedPanel({ mailId }: { mailId: number }) {
  const { t } = useTranslation('authorised')
  const style = useDateStyle()
  const client = useQueryClient()
  const [body, setBody] = useState<AuthorisedBody | null>(null)
  const { data: info, error } = useQuery({
    queryKey: ['authorised', mailId],
    queryFn: ({ signal }) => call(authorised.info, { query: { mailId } }, { signal }),
    retry: false,
    // The last read deletes the mail: what is being read stays on the screen.
    enabled: body === null,
  })

  if (body && info) {
    return (
      <div className={styles.inReader}>
        <AuthorisedText body={body} dateStyle={style} isSender={info.isSender} />
      </div>
    )
  }
  // What is there stays when it cannot be had anew: somebody may be typing the password.
  if (error && (!info || isRefusal(error)))
    return <p className={[styles.inReader, styles.gone].join(' ')}>{error.message}</p>
  if (!info) return null
  const onOpened = (opened: AuthorisedBody) => {
    setBody(opened)
    if (!info.isSender) void client.invalidateQueries({ queryKey: ['authorised', mailId] })
  }
  return (
    <section className={[styles.card, styles.cardInReader].join(' ')} aria-label={t('title')}>
      <h2 className={styles.title}>
        <Icon icon={iconLock} size={20} />
        {t('title')}
      </h2>
      <p className={styles.terms}>{termsText()}</p>
      {info.state === 'open' ? (
        <Allowed by={authorised.open}>
          <OpenForm mailId={mailId} info={info} onOpened={onOpened} />
        </Allowed>
      ) : (
        <Ended mailId={mailId} state={info.state} />
      )}
    </section>
  )

  function termsText(): string {
    if (!info) return ''
    const until = fullTime(info.validUntil, style)
    if (info.isSender) return t('own', { reads: info.readLimit, until })
    const rest = t('terms', { remaining: info.remaining, reads: info.readLimit, until })
    return info.forbidForward ? `${rest} ${t('noForward')}` : rest
  }
}

type EndedState = Exclude<AuthorisedInfo['state'], 'open'>

/** Why it can no longer be read; what is left of it can be thrown away (MAILLIST-25). */
function Ended({ mailId, state }: { mailId: number; state: EndedState }) {
  const { t } = useTranslation('authorised')
  const { busy, error, attempt } = useAttempt()
  const remove = () =>
    void attempt(() => call(authorised.removeRead, { body: { mailIds: [mailId] } }))
  return (
    <div className={styles.form}>
      <p className={styles.gone} role="status">
        {t(`ended.${state}`)}
      </p>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Allowed by={authorised.removeRead}>
        <Button kind="secondary" icon={iconTrash} busy={busy} onClick={remove}>
          {t('list:deleteForGood')}
        </Button>
      </Allowed>
    </div>
  )
}

interface OpenFormProps {
  mailId: number
  info: AuthorisedInfo
  onOpened: (body: AuthorisedBody) => void
}

function OpenForm({ mailId, info, onOpened }: OpenFormProps) {
  const { t } = useTranslation('authorised')
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const open = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () =>
      onOpened(await call(authorised.open, { body: { mailId, readPassword: password } })),
    )
  }
  return (
    <form className={styles.form} onSubmit={open}>
      {info.needsPassword && (
        <PasswordField
          label={t('password')}
          showLabel={t('showPassword')}
          hideLabelText={t('hidePassword')}
          autoComplete="off"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {error !== null && !info.needsPassword && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button kind="primary" type="submit" icon={iconMailOpen} busy={busy}>
        {t(info.isSender ? 'openOwn' : 'open')}
      </Button>
      {!info.isSender && info.remaining === 1 && <p className={styles.hint}>{t('lastHint')}</p>}
    </form>
  )
}
