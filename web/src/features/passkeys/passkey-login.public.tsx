import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { enter } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { iconKey } from '../../ui/icons-later.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { byPasskey, type Challenge, firstChallenge, stopWaiting } from './ceremony.ts'
import styles from './passkeys.module.css'

/** A challenge is good for a quarter of an hour: a page that stands open asks for another before that. */
const renewAfter = 600_000

/** Under the login form: a passkey, by a button or picked among the suggestions of the name's field (AUTH-24). */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('passkeys')
  const [isOffered, setOffered] = useState(false)
  const { busy, error, attempt, setError } = useAttempt()
  const [turn, setTurn] = useState(0)
  const first = useRef<Challenge | null>(null)
  /** The first one, once. */
  const takeFirst = () => {
    const { current } = first
    first.current = null
    return current
  }

  useEffect(() => {
    let over = false
    void firstChallenge().then((challenge) => {
      if (over) return
      first.current = challenge
      setOffered(challenge !== null)
    })
    return () => {
      over = true
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn waits anew, with a challenge of its own
  useEffect(() => {
    if (!isOffered || busy) return
    const waiting = new AbortController()
    const { signal } = waiting
    let hasBegun = false
    const wait = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return
      const challenge = takeFirst()
      hasBegun = true
      const send = await byPasskey({ quietly: true, challenge, signal }).catch(() => null)
      // Nothing was picked, or another page or turn waits now.
      if (signal.aborted || !send) return
      try {
        await enter(send)
        onDone()
      } catch (refused) {
        setError(refused instanceof Error ? refused.message : String(refused))
        setTurn(turn + 1)
      }
    }
    void wait()
    const timer = setTimeout(() => {
      takeFirst()
      setTurn(turn + 1)
    }, renewAfter)
    return () => {
      waiting.abort()
      clearTimeout(timer)
      // What the button began by now is not for this to end.
      if (hasBegun) stopWaiting()
    }
  }, [isOffered, busy, turn])

  if (!isOffered) return null
  const press = async () => {
    const done = await attempt(async () =>
      enter(await byPasskey({ quietly: false, challenge: takeFirst() })),
    )
    if (done) onDone()
  }
  return (
    <div className={styles.login}>
      {error && <Refusal>{error}</Refusal>}
      <Button size="lg" block icon={iconKey} busy={busy} onClick={() => void press()}>
        {t('signIn')}
      </Button>
    </div>
  )
}
