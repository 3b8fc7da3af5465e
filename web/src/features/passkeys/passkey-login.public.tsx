import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { enter } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { iconKey } from '../../ui/icons.ts'
import { byPasskey, canLogIn, stopWaiting } from './ceremony.ts'
import styles from './passkeys.module.css'

/** A challenge is good for a quarter of an hour: a page that stands open asks for another before that. */
const renewAfter = 600_000

/** Under the login form: a passkey, by a button or picked among the suggestions of the name's field (AUTH-24). */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('passkeys')
  const [isOffered, setOffered] = useState(false)
  const { busy, error, attempt, setError } = useAttempt()
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    let over = false
    void canLogIn().then((can) => {
      if (!over) setOffered(can)
    })
    return () => {
      over = true
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn waits anew, with a challenge of its own
  useEffect(() => {
    if (!isOffered || busy) return
    let over = false
    const wait = async () => {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const send = await byPasskey({ quietly: true }).catch(() => null)
      // Nothing was picked, or another page or turn waits now.
      if (over || !send) return
      try {
        await enter(send)
        onDone()
      } catch (refused) {
        setError(refused instanceof Error ? refused.message : String(refused))
        setTurn(turn + 1)
      }
    }
    void wait()
    const timer = setTimeout(() => setTurn(turn + 1), renewAfter)
    return () => {
      over = true
      clearTimeout(timer)
      stopWaiting()
    }
  }, [isOffered, busy, turn])

  if (!isOffered) return null
  const press = async () => {
    const done = await attempt(async () => enter(await byPasskey({ quietly: false })))
    if (done) onDone()
  }
  return (
    <div className={styles.login}>
      {error && (
        <p className={styles.refusal} role="alert">
          {error}
        </p>
      )}
      <Button size="lg" block icon={iconKey} busy={busy} onClick={() => void press()}>
        {t('signIn')}
      </Button>
    </div>
  )
}
