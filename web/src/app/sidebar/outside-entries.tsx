import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { archiveQuery, mailGatewayQuery, useHides, useSettings } from '../../lib/me.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconArchive, iconLink, iconShield } from '../../ui/icons.ts'
import styles from './sidebar.module.css'

/** The archive of the organisation, a page elsewhere (MAILLIST-21, R29): where there is one. */
export function ArchiveEntry() {
  const { t } = useTranslation('shell')
  const enabled = useSettings()?.mailArchiveEnable === 1
  const { data } = useQuery({ ...archiveQuery, enabled })
  return enabled && data ? <Entry url={data.url} icon={iconArchive} text={t('archive')} /> : null
}

/** The mail gateway, a page elsewhere (ROUTES-16, R30): where there is one, and the host does not hide it. */
export function GatewayEntry() {
  const { t } = useTranslation('shell')
  const enabled = useSettings()?.gatewayEnable === 1
  const { data } = useQuery({ ...mailGatewayQuery, enabled })
  const hidden = useHides('hideWangguan') !== false
  return enabled && data && !hidden ? (
    <Entry url={data.url} icon={iconShield} text={t('gateway')} />
  ) : null
}

const Entry = ({ url, icon, text }: { url: string; icon: string; text: string }) => (
  <li>
    <a className={styles.entry} href={url} target="_blank" rel="noopener noreferrer">
      <Icon icon={icon} size={18} />
      <span className={styles.name}>{text}</span>
      <Icon icon={iconLink} size={14} />
    </a>
  </li>
)
