import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/idle.ts'
import { partAhead } from '../../lib/lazy-part.tsx'
import { useUser } from '../../lib/me.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './shell.module.css'

const { Part: Panel, ahead } = partAhead(() => import('./account-panel.tsx'), 'AccountPanel')

/** Who is signed in, how full the mailbox is, and the way out (SHELL-05). */
export function AccountPopover() {
  const { t } = useTranslation('shell')
  const user = useUser()
  useEffect(() => whenIdle(() => void ahead().catch(() => undefined)), [])
  return (
    <Popover
      label={t('account')}
      role="dialog"
      align="end"
      trigger={(props) => (
        <button type="button" className={styles.account} aria-label={t('account')} {...props}>
          <Avatar name={user?.userName ?? ''} address={user?.emailAddr ?? ''} size={32} />
        </button>
      )}
    >
      {(close) => <Panel close={close} />}
    </Popover>
  )
}
