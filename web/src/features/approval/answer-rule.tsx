import { approval } from '@hongyan/contract/approval'
import { limits } from '@hongyan/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useLeaving } from '../../ui/use-leaving.tsx'
import styles from './application.module.css'
import { useReasonText } from './reason-text.public.ts'

interface AnswerRuleProps {
  sendKey: string
  onAnswer: (given: boolean) => void
}

/** A rule of the organisation warns before a mail leaves, or wants to know why it leaves. */
export function AnswerRule({ sendKey, onAnswer }: AnswerRuleProps) {
  const { t } = useTranslation('approval')
  const reasonText = useReasonText()
  const [reason, setReason] = useState('')
  const { busy, error, attempt } = useAttempt()
  const { data, error: trouble } = useQuery({
    queryKey: ['approval', 'question', sendKey],
    queryFn: ({ signal }) => call(approval.question, { query: { sendKey } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const leaving = useLeaving(reason, useLeavingWords(), () => onAnswer(false))
  const submit = async () => {
    if (!data) return
    const { ruleId } = data
    const done = await attempt(() => call(approval.answer, { body: { sendKey, ruleId, reason } }))
    if (done) onAnswer(true)
  }
  if (!data && !trouble) return null
  const wantsReason = data?.action === 'justify'
  return (
    <FormDialog
      title={t(wantsReason ? 'asked.justify' : 'asked.warn')}
      words={{
        close: t('common:close'),
        cancel: t('asked.back'),
        submit: t('asked.send'),
      }}
      width={480}
      busy={busy}
      error={wantsReason ? null : error}
      onClose={() => onAnswer(false)}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void submit()}
    >
      {trouble && <Banner tone="danger">{trouble.message}</Banner>}
      {data && (
        <>
          {/* To be read before it is answered: no button has the focus. */}
          <p className={styles.asked} tabIndex={-1} data-autofocus={!wantsReason || undefined}>
            {data.text || t(wantsReason ? 'asked.justifyText' : 'asked.warnText')}
          </p>
          <ul className={styles.ruleReasons}>
            {data.reasons.map((one) => (
              <li key={`${one.kind} ${one.value} ${one.place}`}>{reasonText(one)}</li>
            ))}
          </ul>
          <p className={styles.ruleName}>{t('asked.name', { name: data.ruleName })}</p>
          {wantsReason && (
            <TextArea
              label={t('asked.reason')}
              data-autofocus
              rows={3}
              maxLength={limits.approvalOpinion}
              value={reason}
              error={error}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </>
      )}
      {leaving.question}
    </FormDialog>
  )
}
