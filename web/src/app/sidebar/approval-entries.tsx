import { approval } from '@hongyan/contract/approval'
import { useQuery } from '@tanstack/react-query'
import { approvalCountQuery } from '../../features/approval/approval.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay, useSettings } from '../../lib/me.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconApproval, iconRequest } from '../../ui/icons-later.ts'
import { Entry, useCurrentPath } from './sidebar-entry.tsx'

/** Mails to approve with how many wait, and one's own that wait for others (SHELL-14, ROUTES-10). */
export function ApprovalEntries() {
  const { t } = useTranslation('shell')
  const may = useMay()(approval.approverApprovalList)
  const known = useSettings()?.approvalCount ?? 0
  const { data } = useQuery({ ...approvalCountQuery, enabled: may })
  const open = /^\/appreply\/(\d+)\//.exec(useCurrentPath())?.[1]
  if (!may) return null
  const count = data?.count ?? known
  const own = data?.own ?? 0
  return (
    <>
      <Entry
        to="/approval"
        reading={open === '0'}
        drop="none"
        icon={<Icon icon={iconApproval} size={18} />}
        title={t('screens.approval')}
        count={count}
        bold={count > 0}
        entries={[]}
      />
      <Entry
        to="/pending"
        reading={open !== undefined && open !== '0'}
        drop="none"
        icon={<Icon icon={iconRequest} size={18} />}
        title={t('screens.requests')}
        count={own}
        bold={false}
        entries={[]}
      />
    </>
  )
}
