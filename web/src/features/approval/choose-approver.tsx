import { approval } from '@hongyan/contract/approval'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { ChoiceGroup, Radio } from '../../ui/choice-group.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { fullNameOf } from '../messages/messages.public.ts'
import styles from './application.module.css'

interface ChooseApproverProps {
  /** Under which the mail is sent. */
  sendKey: string
  /** @param chosen true: the mail can be sent again now */
  onAnswer: (chosen: boolean) => void
}

/** A mail must be approved, and its writer says by whom. The mail itself waits in the composer. */
export function ChooseApprover({ sendKey, onAnswer }: ChooseApproverProps) {
  const { t } = useTranslation('approval')
  const [approver, setApprover] = useState('')
  const { busy, error, attempt } = useAttempt()
  const { data, error: trouble } = useQuery({
    queryKey: ['approval', 'choose', sendKey],
    queryFn: ({ signal }) => call(approval.approvers, { query: { sendKey } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const submit = async () => {
    const done = await attempt(() => call(approval.setApprover, { body: { sendKey, approver } }))
    if (done) onAnswer(true)
  }
  // With the choice, so that the focus begins on it.
  if (!data && !trouble) return null
  return (
    <FormDialog
      title={t('choose.title')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('choose.submit') }}
      width={460}
      busy={busy}
      error={error}
      onClose={() => onAnswer(false)}
      onSubmit={() => void submit()}
    >
      <p className={styles.about}>{t('choose.text')}</p>
      {trouble && <Banner tone="danger">{trouble.message}</Banner>}
      {data && (
        <ChoiceGroup title={t('choose.approver')}>
          <div className={styles.choices}>
            {data.list.map((person, index) => (
              <Radio
                key={person.address}
                name="approver"
                data-autofocus={index === 0 || undefined}
                checked={approver === person.address}
                onChange={() => setApprover(person.address)}
              >
                <Isolated>{fullNameOf(person)}</Isolated>
              </Radio>
            ))}
          </div>
        </ChoiceGroup>
      )}
    </FormDialog>
  )
}
