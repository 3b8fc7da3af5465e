import { compose } from '@hongyan/contract/compose'
import type { RecipientState } from '@hongyan/contract/messages'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../screen/compose.module.css'

interface RecallDialogProps {
  mailId: number
  until: string | null
  onClose: () => void
}

/** Says what a recall can do, does it, and lists what it came to for each recipient. */
export function RecallDialog({ mailId, until, onClose }: RecallDialogProps) {
  const { t } = useTranslation('compose')
  const style = useDateStyle()
  const { busy, error, attempt } = useAttempt()
  const [result, setResult] = useState<RecipientState[] | null>(null)
  const recall = () => {
    void attempt(async () => {
      const { recipients } = await call(compose.cancel, { body: { mailId } })
      setResult(recipients)
    })
  }
  return (
    <Dialog
      title={t(result ? 'recall.result' : 'recall.title')}
      closeLabel={t('close')}
      width={480}
      onClose={onClose}
      footer={
        result ? (
          <Button kind="primary" data-autofocus onClick={onClose}>
            {t('recall.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button kind="primary" busy={busy} data-autofocus onClick={recall}>
              {t('recall.do')}
            </Button>
          </>
        )
      }
    >
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {result ? (
        <RecallResult recipients={result} />
      ) : (
        <div className={styles.question}>
          <p>{t('recall.text')}</p>
          {until !== null && <p>{t('recall.until', { time: fullTime(until, style) })}</p>}
        </div>
      )}
    </Dialog>
  )
}

function RecallResult({ recipients }: { recipients: RecipientState[] }) {
  const { t } = useTranslation('compose')
  const taken = recipients.filter((one) => one.state === 'recalled').length
  return (
    <>
      <p className={styles.question}>{t('recall.summary', { taken, total: recipients.length })}</p>
      <ul className={styles.recallList}>
        {recipients.map((one) => (
          <li key={`${one.kind}${one.address}`}>
            <span className={styles.recallName} title={one.address}>
              <Isolated>{one.name || one.address}</Isolated>
            </span>
            <Chip tone={one.state === 'recalled' ? 'ok' : 'warn'}>
              {t(madeKey(outcomeOf(one)))}
            </Chip>
          </li>
        ))}
      </ul>
    </>
  )
}

const reasons = ['read', 'outside', 'gone', 'not-sent']

/** The sentence for what a recall came to. */
function outcomeOf({ state, reason }: RecipientState): string {
  if (state === 'recalled' || state === 'recall-refused') {
    const known = reasons.includes(reason) ? reason : 'taken'
    return `recall.outcome.${known}`
  }
  return state === 'bounced' ? 'recall.outcome.bounced' : 'recall.outcome.pending'
}
