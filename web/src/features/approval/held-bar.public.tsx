import { approval } from '@hongyan/contract/approval'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay } from '../../lib/me.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { iconClock, iconUndo } from '../../ui/icons.ts'
import styles from './application.module.css'
import { approvalPath, ownApplicationQuery } from './approval-query.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { useReasonText } from './reason-text.public.ts'

interface HeldBarProps {
  /** The sent copy. */
  mailId: number
  state: 'awaiting-approval' | 'rejected'
}

/** At an own mail that is held, or was and never left: why, and the way to where it stands. */
export function HeldBar({ mailId, state }: HeldBarProps) {
  const { t } = useTranslation('approval')
  const navigate = useNavigate()
  const reasonText = useReasonText()
  const enabled = useMay()(approval.userApprovalList)
  const { data: item } = useQuery({ ...ownApplicationQuery(mailId), enabled })
  const [withdraws, setWithdraws] = useState(false)
  const isWaiting = state === 'awaiting-approval'
  return (
    <Banner
      tone={isWaiting ? 'info' : 'warn'}
      {...(isWaiting && { icon: iconClock })}
      action={
        item && (
          <span className={styles.barActions}>
            <Button size="sm" onClick={() => void navigate(approvalPath(item))}>
              {t(isWaiting ? 'held.see' : 'held.open')}
            </Button>
            {isWaiting && (
              <Button size="sm" kind="quiet" icon={iconUndo} onClick={() => setWithdraws(true)}>
                {t('do.withdraw')}
              </Button>
            )}
          </span>
        )
      }
    >
      {[t(`held.${state}`), ...(item?.reasons.slice(0, 2).map(reasonText) ?? [])].join(t('space'))}
      {withdraws && item && (
        <DecideDialog
          decision="withdraw"
          items={[item]}
          onClose={() => setWithdraws(false)}
          onDone={() => void navigate('/outbox')}
        />
      )}
    </Banner>
  )
}
