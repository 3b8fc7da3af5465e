import type { ApprovalItem } from '@hongyan/contract/approval-fields'
import { fullTime, listTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconPaperclip } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { nameOf, plainLine } from '../messages/messages.public.ts'
import styles from './approval.module.css'
import { approvalPath, type Side } from './approval-query.ts'
import { useReasonText } from './reason-text.public.ts'
import { StateChip } from './states.tsx'

interface ApprovalRowProps {
  item: ApprovalItem
  side: Side
  /** The caller can do something about it now. */
  isOpen: boolean
  isPicked: boolean
  onPick: (on: boolean) => void
}

/** A mail that is held or was: who wrote what to whom, why it is held, where it stands. */
export function ApprovalRow({ item, side, isOpen, isPicked, onPick }: ApprovalRowProps) {
  const { t } = useTranslation('approval')
  const style = useDateStyle()
  const reasonText = useReasonText()
  const subject = plainLine(item.mailSubject) || t('list:noSubject')
  const { mailFrom, createTime } = item
  const why = [plainLine(item.ruleName), ...item.reasons.slice(0, 2).map(reasonText)]
  return (
    <li
      className={styles.row}
      data-approval={item.approvalId}
      data-selected={(isOpen && isPicked) || undefined}
    >
      <span className={styles.pick}>
        {isOpen && (
          <Checkbox
            aria-label={t('list:selectRow', { subject })}
            checked={isPicked}
            onChange={(event) => onPick(event.target.checked)}
          />
        )}
      </span>
      {side === 'approver' && (
        <Avatar name={nameOf(mailFrom)} address={mailFrom.address} size={36} />
      )}
      <span className={styles.main}>
        <span className={styles.line}>
          <Link to={approvalPath(item)} className={styles.subject ?? ''}>
            <Isolated>{subject}</Isolated>
          </Link>
          {item.hasAttachment && (
            <span title={t('list:attachment')}>
              <Icon icon={iconPaperclip} size={14} />
            </span>
          )}
        </span>
        <span className={styles.people}>{peopleText()}</span>
        <span className={styles.why}>{why.filter(Boolean).join(t('dot'))}</span>
      </span>
      <span className={styles.end}>
        <StateChip state={item.state} />
        <time className={styles.when} dateTime={createTime} title={fullTime(createTime, style)}>
          {listTime(createTime, style)}
        </time>
      </span>
    </li>
  )

  function peopleText(): string {
    const [first] = item.mailTo
    const to = first ? nameOf(first) : t('list:noRecipients')
    const names = item.recipientCount > 1 ? t('toMany', { to, count: item.recipientCount }) : to
    if (side === 'approver') return t('fromTo', { from: nameOf(mailFrom), to: names })
    if (item.state !== 'pending') return t('to', { to: names })
    return t('toWaitsFor', {
      to: names,
      approvers: item.approvers.map(nameOf).join(t('comma')),
    })
  }
}
