import { clientName } from '@hongyan/contract/client-name'
import type { SignIn } from '@hongyan/contract/console-sign-ins'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import own from './sign-ins.module.css'

/** A line of time, the latest on top; a press on an address shows all that came from there. */
export function SignInTimeline({
  list,
  onPickIp,
}: {
  list: readonly SignIn[]
  onPickIp: (ip: string) => void
}) {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  return (
    <ol className={own.line}>
      {list.map((one) => (
        <li key={one.id} className={own.entry} data-result={one.result}>
          <time className={own.when} dateTime={one.at}>
            {fullTime(one.at, dates)}
          </time>
          <span className={own.who}>
            <Isolated>{one.name}</Isolated>
            <span className={styles.count}>
              <Isolated>{one.address}</Isolated>
            </span>
          </span>
          <span className={own.client}>
            {one.client === '' ? t('signIns.unknown') : clientName(one.client)}
            {one.newDevice && <span className={styles.tag}>{t('signIns.newDevice')}</span>}
          </span>
          <span>
            {one.ip !== '' && (
              <button type="button" className={styles.person} onClick={() => onPickIp(one.ip)}>
                <Isolated>{one.ip}</Isolated>
              </button>
            )}
          </span>
          <span className={own.result}>{t(`signIns.results.${one.result}`)}</span>
        </li>
      ))}
    </ol>
  )
}
