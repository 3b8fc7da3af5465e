import { limits } from '@hongyan/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { ChoiceGroup, Radio } from '../../ui/choice-group.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLeaving } from '../../ui/use-leaving.tsx'
import { nameOf, plainLine } from '../messages/messages.public.ts'
import styles from './application.module.css'
import {
  type Decided,
  type Decision,
  decide,
  nextApproversQuery,
  refreshApprovals,
} from './approval-query.ts'

interface DecideDialogProps {
  decision: Decision
  /** What it is about. */
  items: readonly { approvalId: number; mailSubject: string }[]
  onClose: () => void
  /** The server took it, of all or of some of them. */
  onDone: () => void
}

/** Asks for the opinion, and where a mail is passed on, to whom. What was typed stays whatever the server says. */
export function DecideDialog({ decision, items, onClose, onDone }: DecideDialogProps) {
  const { t } = useTranslation('approval')
  const [opinion, setOpinion] = useState('')
  const [approver, setApprover] = useState('')
  const { busy, error, attempt } = useAttempt()
  const [first] = items
  const submit = async () => {
    const approvalIds = items.map(({ approvalId }) => approvalId)
    const done = await attempt(async () =>
      say(await decide(decision, { approvalIds, opinion, approver })),
    )
    if (!done) return
    void refreshApprovals()
    onClose()
    onDone()
  }
  const close = () => {
    // Refused: somebody else has decided, or it was withdrawn. What stands here goes with it.
    if (error !== null) void refreshApprovals()
    onClose()
  }
  const leaving = useLeaving(opinion, useLeavingWords(), close)
  const say = ({ list }: Decided) => {
    const refused = list.filter((one) => one.error !== null)
    const count = list.length - refused.length
    if (count > 0) toast({ kind: 'success', text: t(`done.${decision}`, { count }) })
    for (const reason of new Set(refused.map((one) => one.error?.message ?? ''))) {
      const same = refused.filter((one) => one.error?.message === reason).length
      toast({ kind: 'error', text: t('notDone', { count: same, reason }) })
    }
  }
  return (
    <FormDialog
      title={t(`ask.${decision}`, { count: items.length })}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t(`do.${decision}`) }}
      width={480}
      busy={busy}
      error={decision === 'withdraw' ? error : null}
      startsAtSubmit={decision === 'withdraw'}
      onClose={close}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void submit()}
    >
      <div className={styles.about}>
        {first && items.length === 1 && (
          <p>
            <Isolated>{plainLine(first.mailSubject) || t('list:noSubject')}</Isolated>
          </p>
        )}
        <p className={styles.note}>{t(`effect.${decision}`)}</p>
      </div>
      {decision === 'pass' && first && (
        <NextApprovers approvalId={first.approvalId} chosen={approver} onChoose={setApprover} />
      )}
      {decision !== 'withdraw' && (
        <TextArea
          label={t('opinion')}
          rows={3}
          maxLength={limits.approvalOpinion}
          value={opinion}
          error={error}
          data-autofocus
          onChange={(event) => setOpinion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
          }}
        />
      )}
      {leaving.question}
    </FormDialog>
  )
}

interface NextApproversProps {
  approvalId: number
  chosen: string
  onChoose: (address: string) => void
}

/** Everybody of the next level, or one of them. */
function NextApprovers({ approvalId, chosen, onChoose }: NextApproversProps) {
  const { t } = useTranslation('approval')
  const { data, error } = useQuery(nextApproversQuery(approvalId))
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  return (
    <ChoiceGroup title={t('passTo')}>
      <div className={styles.choices}>
        <Radio name="next" checked={chosen === ''} onChange={() => onChoose('')}>
          {t('everybody')}
        </Radio>
        {data.list.map((person) => (
          <Radio
            key={person.address}
            name="next"
            checked={chosen === person.address}
            onChange={() => onChoose(person.address)}
          >
            <Isolated>{nameOf(person)}</Isolated>
          </Radio>
        ))}
      </div>
    </ChoiceGroup>
  )
}
