import { compose } from '@hongyan/contract/compose'
import type { Reply } from '@hongyan/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Allowed } from '../../../lib/allowed.tsx'
import { call } from '../../../lib/api.ts'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useDateStyle, useMay } from '../../../lib/me.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconClock, iconRestore, iconUndo } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import styles from '../screen/compose.module.css'
import { RecallDialog } from './recall-dialog.tsx'

const HeldBar = lazyPart(() => import('../../approval/held-bar.public.tsx'), 'HeldBar')

type Submission = Reply<typeof compose.submission>

interface SentMailBarProps {
  mailId: number
  submissionId: number
  /** Changes whenever the server says that the mail has moved on. */
  stamp: string
  /** Each reader of a read-limited mail has a notice of their own, which is not sent twice. */
  isAuthorised: boolean
}

/** What its sender can still do with a mail: edit or cancel a scheduled one, send again, recall. */
export function SentMailBar({ mailId, submissionId, stamp, isAuthorised }: SentMailBarProps) {
  const { t } = useTranslation('compose')
  const { data } = useQuery({
    queryKey: ['submission', submissionId, stamp],
    queryFn: ({ signal }) => call(compose.submission, { query: { submissionId } }, { signal }),
    placeholderData: (before) => before,
  })
  const refresh = useRefresh()
  const [asks, setAsks] = useState(false)
  const may = useMay()
  if (!data) return null
  const close = () => {
    setAsks(false)
    refresh(mailId)
  }
  return (
    <div className={styles.inReader}>
      {data.state === 'scheduled' && <Scheduled mailId={mailId} submission={data} />}
      {data.state === 'recalled' && <Recalled />}
      {(data.state === 'awaiting-approval' || data.state === 'rejected') && (
        <HeldBar mailId={mailId} state={data.state} />
      )}
      {data.recipients.some((one) => one.state === 'bounced') && (
        <Failed
          mailId={mailId}
          submission={data}
          mayResend={!isAuthorised && may(compose.resend)}
        />
      )}
      {data.recallUntil !== null && may(compose.cancel) && (
        <div className={styles.sentActions}>
          <Button size="sm" kind="quiet" icon={iconUndo} onClick={() => setAsks(true)}>
            {t('recall.ask')}
          </Button>
        </div>
      )}
      {/* Stays with its result when there is nothing left to recall. */}
      {asks && <RecallDialog mailId={mailId} until={data.recallUntil} onClose={close} />}
    </div>
  )
}

interface PartProps {
  mailId: number
  submission: Submission
}

function Scheduled({ mailId, submission }: PartProps) {
  const { t } = useTranslation('compose')
  const style = useDateStyle()
  const navigate = useNavigate()
  const edit = () => void navigate(`/write/neweditAgain/${mailId}`)
  return (
    <Banner
      tone="info"
      icon={iconClock}
      action={
        <Allowed by={compose.saveDraft}>
          <Button size="sm" onClick={edit}>
            {t('schedule.edit')}
          </Button>
        </Allowed>
      }
    >
      {t('schedule.waits', { time: fullTime(submission.scheduledTime ?? '', style) })}
    </Banner>
  )
}

function Recalled() {
  const { t } = useTranslation('compose')
  return (
    <Banner tone="info" icon={iconUndo}>
      {t('recall.all')}
    </Banner>
  )
}

function Failed({ mailId, submission, mayResend }: PartProps & { mayResend: boolean }) {
  const { t } = useTranslation('compose')
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const lost = submission.recipients.filter((one) => one.state === 'bounced')
  const names = lost.slice(0, 5).map((one) => one.name || one.address)
  const resend = async () => {
    setBusy(true)
    try {
      await call(compose.resend, { body: { mailId } })
      toast({ kind: 'success', text: t('resend.done') })
    } catch (error) {
      tellTrouble(error)
    } finally {
      setBusy(false)
      refresh(mailId)
    }
  }
  return (
    <Banner
      tone="danger"
      action={
        mayResend && (
          <Button size="sm" icon={iconRestore} busy={busy} onClick={() => void resend()}>
            {t('resend.again')}
          </Button>
        )
      }
    >
      {t('resend.failed', { count: lost.length })} {names.join(', ')}
    </Banner>
  )
}

/** The mail and its states are read again. */
function useRefresh(): (mailId: number) => void {
  const client = useQueryClient()
  return (mailId) => {
    void client.invalidateQueries({ queryKey: ['submission'] })
    void client.invalidateQueries({ queryKey: ['mail', mailId] })
    void client.invalidateQueries({ queryKey: ['list'] })
  }
}
