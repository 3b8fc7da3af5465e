import type { ApprovalDetail } from '@hongyan/contract/approval-fields'
import { useTranslation } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck, iconClose, iconDownload, iconSent } from '../../ui/icons.ts'
import { nameOf } from '../messages/messages.public.ts'
import { When } from '../records/records.public.ts'
import styles from './application.module.css'

type Level = ApprovalDetail['chain'][number]
type StepState = 'approved' | 'rejected' | 'current' | 'next'

/** Every level it goes through, and where it is. */
export function Chain({ detail }: { detail: ApprovalDetail }) {
  const { t } = useTranslation('approval')
  const { chain, state } = detail
  const left = state === 'approved'
  return (
    <section className={styles.card}>
      <h2>{t('steps')}</h2>
      <ol className={styles.steps}>
        {chain.map((level) => (
          <Step key={level.level} level={level} state={stateOf(detail, level)} />
        ))}
        <li className={styles.step}>
          <span className={styles.dot} data-state={left ? 'approved' : 'next'}>
            <Icon icon={iconSent} size={14} />
          </span>
          <span className={styles.stepText}>
            <span className={styles.stepTitle}>{t(left ? 'left' : 'leaves')}</span>
          </span>
        </li>
      </ol>
    </section>
  )
}

function stateOf({ state, level: now }: ApprovalDetail, { level, approvers }: Level): StepState {
  if (approvers.some((one) => one.state === 'rejected')) return 'rejected'
  if (level < now || state === 'approved') return 'approved'
  return level === now && state === 'pending' ? 'current' : 'next'
}

function Step({ level: { level, needs, approvers }, state }: { level: Level; state: StepState }) {
  const { t } = useTranslation('approval')
  return (
    <li className={styles.step} aria-current={state === 'current' ? 'step' : undefined}>
      <span className={styles.dot} data-state={state}>
        {state === 'approved' ? (
          <Icon icon={iconCheck} size={14} />
        ) : state === 'rejected' ? (
          <Icon icon={iconClose} size={14} />
        ) : (
          level
        )}
      </span>
      <span className={styles.stepText}>
        <span className={styles.stepTitle}>
          {t('level', { level })}
          {approvers.length > 1 && t(`needs.${needs}`)}
        </span>
        {approvers.map((one) => (
          <span key={one.address} className={styles.approver} data-state={one.state}>
            {t(`record.${one.state}`, { name: nameOf(one) })}
            {one.deputy.address !== '' && t('deputy', { name: nameOf(one.deputy) })}
          </span>
        ))}
      </span>
    </li>
  )
}

/** Everything that was done with it, and the proof of it. */
export function Trail({ detail: { trail, evidenceUrl } }: { detail: ApprovalDetail }) {
  const { t } = useTranslation('approval')
  return (
    <section className={styles.card}>
      <h2>{t('trail')}</h2>
      <ol className={styles.trail}>
        {trail.map((step) => (
          <li key={step.hash} className={styles.event}>
            <span>{t(`did.${step.action}`, { name: nameOf(step.who), level: step.level })}</span>
            {step.insteadOf.address !== '' && (
              <span className={styles.note}>
                {t('insteadOf', { name: nameOf(step.insteadOf) })}
              </span>
            )}
            {step.opinion !== '' && (
              <span className={styles.opinion} dir="auto">
                {step.opinion}
              </span>
            )}
            <When time={step.time} />
          </li>
        ))}
      </ol>
      {evidenceUrl !== '' && (
        <a className={styles.evidence} href={evidenceUrl} download>
          <Icon icon={iconDownload} size={16} />
          {t('evidence')}
        </a>
      )}
    </section>
  )
}
