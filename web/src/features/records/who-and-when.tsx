import { clientName } from '@hongyan/contract/client-name'
import { fullTime, listTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import styles from './records.module.css'

/** The program and the address something was done from. */
export function Who({ client, ip }: { client: string; ip: string }) {
  const { t } = useTranslation('records')
  const isRule = client === 'retention' && ip === ''
  const own = isRule ? t('byRetention') : clientName(client)
  const name = client === '' && ip === '' ? t('byServer') : own
  return (
    <span className={styles.who} title={client}>
      <Isolated>{name}</Isolated>
      {ip && <span className={styles.ip}>{ip}</span>}
    </span>
  )
}

export function When({ time }: { time: string }) {
  const style = useDateStyle()
  const day = listTime(time, style)
  const clock = fullTime(time, style).split(' ').at(-1) ?? ''
  return (
    <time className={styles.when} dateTime={time} title={fullTime(time, style)}>
      {day.includes(':') ? day : `${day} ${clock}`}
    </time>
  )
}

/** Names of folders, also of those that are gone. */
export function useFolderName(): (id: number | null) => string {
  const { t } = useTranslation('records')
  const { all } = useFolders()
  return (id) => {
    const folder = all.find((one) => one.folderId === id)
    return folder ? titleOf(folder, t) : t('folderGone')
  }
}
