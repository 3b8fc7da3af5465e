import { phone } from '@hongyan/contract/phone'
import { phonePattern } from '@hongyan/contract/phone-number'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { enter } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'
import styles from './second-step.module.css'
import type { Second } from './second-step-form.public.tsx'

interface PhoneLoginProps {
  onDone: () => void
  onSecond: (second: Second) => void
}

/** Sign in with a bound phone (AUTH-06, AUTH-07). */
export function PhoneLogin({ onDone, onSecond }: PhoneLoginProps) {
  const { t } = useTranslation('second')
  const [number, setNumber] = useState('')
  const [numberError, setNumberError] = useState<string | null>(null)
  const [given, setGiven] = useState(noCode)
  const { busy, error, attempt, setError } = useAttempt()
  const isFit = (): boolean => {
    const problem = phoneProblem(number)
    setNumberError(problem && t(problem))
    return problem === null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isFit()) return
    if (isBlank(given.code)) return setError(t('codeNeeded'))
    await attempt(async () => {
      const pair = await enter(() => call(phone.logIn, { body: { phone: number, ...given } }))
      if (pair.second) onSecond(pair.second)
      else onDone()
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        size="lg"
        label={t('phone')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={11}
        value={number}
        error={numberError}
        onChange={(event) => setNumber(event.target.value)}
      />
      <CodeField
        size="lg"
        value={given}
        onChange={setGiven}
        sentText={t('sent')}
        error={error}
        send={(captcha) =>
          isFit()
            ? call(phone.sendCode, {
                body: { purpose: 'login', phone: number, ...(captcha && { captcha }) },
              })
            : null
        }
      />
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('login:submit')}
      </Button>
    </form>
  )
}

/** Key of what is wrong with a number (M4, M9), or null. */
export function phoneProblem(number: string): 'phoneNeeded' | 'phoneWrong' | null {
  if (isBlank(number)) return 'phoneNeeded'
  return phonePattern.test(number) ? null : 'phoneWrong'
}
