import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import styles from './login.module.css'
import { finishSignOn, leaveForSignOn, takeSignOn } from './single-sign-on.ts'

/** The way to the provider, and the way back from it (AUTH-31). */
export function SignOnButton({ name, onDone }: { name: string; onDone: () => void }) {
  const { t } = useTranslation('login')
  const [back] = useState(takeSignOn)
  const { busy, error, attempt } = useAttempt()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back is used once
  useEffect(() => {
    if (back) void attempt(() => finishSignOn(back)).then((done) => done && onDone())
  }, [back])
  return (
    <div className={styles.signOn}>
      {error && <Refusal>{error}</Refusal>}
      <Button size="lg" block busy={busy} onClick={() => void attempt(leaveForSignOn)}>
        {t('signOn', { name })}
      </Button>
    </div>
  )
}
