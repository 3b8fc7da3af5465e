import type { ApprovalDetail } from '@hongyan/contract/approval-fields'
import { errorText } from '@hongyan/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../lib/api-error.ts'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useUser } from '../../lib/me.ts'
import { useNavigate, useParams } from '../../lib/router/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconBack, iconCheck, iconClose, iconForward, iconUndo } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './application.module.css'
import frame from './approval.module.css'
import { approvalQuery, type Decision, type Side } from './approval-query.ts'
import { Chain, Trail } from './chain.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { HeldMail } from './held-mail.tsx'
import { useReasonText } from './reason-text.public.ts'
import { StateChip } from './states.tsx'

/** /appreply/… (R32): one mail under approval, as it will leave, and where it stands. */
export function ApprovalPage() {
  const { t } = useTranslation('approval')
  const { boxId = '', id = '' } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(approvalQuery(Number(id)))
  const me = useUser()?.emailAddr
  // Until it is here: the sent copy lies in a folder of the writer's alone.
  const isOwn = data ? data.mailFrom.address === me : Number(boxId) > 0
  const side: Side = isOwn ? 'own' : 'approver'
  const toList = () => void navigate(side === 'own' ? '/pending' : '/approval')
  const title = t(side === 'own' ? 'shell:screens.requests' : 'shell:screens.approval')
  return (
    <section className={frame.screen} aria-label={title}>
      <header className={styles.bar}>
        <IconButton icon={iconBack} label={t('toList')} onClick={toList} />
        <h1 className={styles.barTitle}>{title}</h1>
        {data && <StateChip state={data.state} />}
      </header>
      {error && (!data || isRefusal(error)) ? (
        <EmptyState
          title={error.message}
          picture={<QuietSky />}
          action={
            isRefusal(error) ? (
              <Button onClick={toList}>{t('toList')}</Button>
            ) : (
              <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
            )
          }
        />
      ) : data ? (
        <Application detail={data} side={side} onDone={toList} />
      ) : (
        <div className={frame.waiting}>
          {[60, 86, 74].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
    </section>
  )
}

interface ApplicationProps {
  detail: ApprovalDetail
  side: Side
  onDone: () => void
}

function Application({ detail, side, onDone }: ApplicationProps) {
  return (
    <>
      <Actions detail={detail} onDone={onDone} />
      <div className={frame.scroll}>
        <div className={styles.sheet}>
          <div className={styles.column}>
            <Stand detail={detail} side={side} />
            <HeldMail detail={detail} />
          </div>
          <aside className={styles.side}>
            <Why detail={detail} />
            <Chain detail={detail} />
            <Trail detail={detail} />
          </aside>
        </div>
      </div>
    </>
  )
}

const icons = { approve: iconCheck, pass: iconForward, reject: iconClose, withdraw: iconUndo }

/** What the caller can do with it now. */
function Actions({ detail, onDone }: Omit<ApplicationProps, 'side'>) {
  const { t } = useTranslation('approval')
  const [decision, setDecision] = useState<Decision | null>(null)
  const { may } = detail
  const offered: Decision[] = [
    ...(may.decide ? (['approve'] as const) : []),
    ...(may.pass ? (['pass'] as const) : []),
    ...(may.decide ? (['reject'] as const) : []),
    ...(may.withdraw ? (['withdraw'] as const) : []),
  ]
  // Open while the server has changed its mind, too: what was typed stays, and so does its answer.
  if (offered.length === 0 && decision === null) return null
  return (
    <fieldset className={styles.actions} aria-label={t('decide')}>
      {offered.map((one, index) => (
        <Button
          key={one}
          kind={index === 0 && one !== 'withdraw' ? 'primary' : 'secondary'}
          icon={icons[one]}
          onClick={() => setDecision(one)}
        >
          {t(`do.${one}`)}
        </Button>
      ))}
      {decision && (
        <DecideDialog
          decision={decision}
          items={[detail]}
          onClose={() => setDecision(null)}
          onDone={onDone}
        />
      )}
    </fieldset>
  )
}

/** What has become of it, in a sentence. */
function Stand({ detail, side }: { detail: ApprovalDetail; side: Side }) {
  const { t, language } = useTranslation('approval')
  const style = useDateStyle()
  const { state, recordState, deadline, scheduledTime } = detail
  if (state === 'pending') {
    const parts = [
      side === 'own' || recordState === 'waiting' ? t(`stand.${side}`) : t('stand.decided'),
      deadline ? t(`until.${side}`, { time: fullTime(deadline, style) }) : '',
      scheduledTime ? t('leavesAt', { time: fullTime(scheduledTime, style) }) : '',
    ]
    return <Banner tone="info">{parts.filter(Boolean).join(t('space'))}</Banner>
  }
  if (side === 'own') {
    return <Banner tone={state === 'rejected' ? 'warn' : 'info'}>{t(`over.${state}`)}</Banner>
  }
  if (state === 'rejected') return <Banner tone="info">{t('decidedRejected')}</Banner>
  const note = state === 'withdrawn' ? 'approval.withdrawn' : 'approval.decided'
  return <Banner tone="info">{errorText(note, language)}</Banner>
}

/** The rule that holds it, and what of the mail met it. */
function Why({ detail: { ruleName, reasons } }: { detail: ApprovalDetail }) {
  const { t } = useTranslation('approval')
  const reasonText = useReasonText()
  return (
    <section className={styles.card}>
      <h2>{t('why')}</h2>
      <p className={styles.note}>{t('rule', { name: ruleName })}</p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={`${reason.kind} ${reason.place} ${reason.value}`} className={styles.reason}>
            {reasonText(reason)}
          </li>
        ))}
      </ul>
    </section>
  )
}
