import { phone } from '@hongyan/contract/phone'
import { secondStep } from '@hongyan/contract/second-step'
import type { TokenPair } from '@hongyan/contract/session'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { enter } from '../../lib/session.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'
import styles from './second-step.module.css'

export type Second = NonNullable<TokenPair['second']>

interface SecondStepFormProps {
  second: Second
  onDone: () => void
  onBack: () => void
}

/** After the password: a code, in one of the ways of the account (AUTH-10, AUTH-24). */
export function SecondStepForm({ second, onDone, onBack }: SecondStepFormProps) {
  const { t } = useTranslation('second')
  const { ticket, ways, phone: number } = second
  const [way, setWay] = useState(ways[0] ?? 'totp')
  const [given, setGiven] = useState(noCode)
  const [trust, setTrust] = useState(false)
  const { busy, error, attempt, setError } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (way !== 'passkey' && isBlank(given.code)) return setError(t('codeNeeded'))
    const done = await attempt(() =>
      enter(async () => {
        if (way === 'passkey') {
          const { bySecondPasskey } = await import('../passkeys/second-passkey.public.ts')
          return bySecondPasskey(ticket, trust)
        }
        return way === 'sms'
          ? call(secondStep.verifyPhone, { body: { ticket, ...given, trust } })
          : call(secondStep.verify, { body: { ticket, way, code: given.code, trust } })
      }),
    )
    if (done) onDone()
  }
  const choose = (next: typeof way) => {
    setWay(next)
    setGiven(noCode)
    setError(null)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.note}>{t(madeKey(`hint.${way}`), { phone: number })}</p>
      {way === 'passkey' && error && <Refusal>{error}</Refusal>}
      {way === 'sms' ? (
        <CodeField
          size="lg"
          value={given}
          onChange={setGiven}
          sentText={t('sentSecond', { phone: number })}
          error={error}
          send={() => call(phone.sendCode, { body: { purpose: 'second', ticket } })}
        />
      ) : way === 'passkey' ? null : (
        <TextField
          key={way}
          size="lg"
          label={t(madeKey(`way.${way}`))}
          name="code"
          autoFocus
          autoComplete="one-time-code"
          inputMode={way === 'totp' ? 'numeric' : 'text'}
          spellCheck={false}
          maxLength={20}
          value={given.code}
          error={error}
          onChange={(event) => setGiven({ ...given, code: event.target.value })}
        />
      )}
      <Checkbox checked={trust} onChange={(event) => setTrust(event.target.checked)}>
        {t('trust')}
      </Checkbox>
      <Button
        key={way}
        autoFocus={way === 'passkey'}
        kind="primary"
        size="lg"
        block
        type="submit"
        busy={busy}
      >
        {t(way === 'passkey' ? 'passkeys:use' : 'submit')}
      </Button>
      <div className={styles.choices}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} kind="quiet" size="sm" onClick={() => choose(other)}>
              {t(madeKey(`way.${other}`))}
            </Button>
          ))}
        <Button kind="quiet" size="sm" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  )
}
