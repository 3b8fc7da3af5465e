import type { TracedMail } from '@hongyan/contract/console-trace'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import own from './trace.module.css'
import { TraceState } from './trace-state.tsx'

export function TraceTable({
  list,
  onShow,
}: {
  list: readonly TracedMail[]
  onShow: (mail: TracedMail) => void
}) {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  const withSubject = list.some((one) => one.subject !== null)
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('trace.time')}</th>
            <th scope="col">{t('trace.sender')}</th>
            <th scope="col">{t('trace.recipient')}</th>
            {withSubject && <th scope="col">{t('trace.subject')}</th>}
            <th scope="col">{t('trace.state')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((mail) => (
            <tr key={mail.id}>
              <td>
                <button type="button" className={styles.person} onClick={() => onShow(mail)}>
                  {fullTime(mail.at, dates)}
                </button>
              </td>
              <td className={own.address}>
                {mail.sender === '' ? t('trace.noSender') : <Isolated>{mail.sender}</Isolated>}
              </td>
              <td className={own.address}>
                <Isolated>{mail.recipient}</Isolated>
              </td>
              {withSubject && (
                <td className={own.subject} dir="auto">
                  {mail.subject}
                </td>
              )}
              <td>
                <TraceState state={mail.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
