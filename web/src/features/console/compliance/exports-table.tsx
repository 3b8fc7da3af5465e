import type { MailExport } from '@hongyan/contract/console-exports'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'

interface Acts {
  onShow: (one: MailExport) => void
  onDownload: (one: MailExport) => void
  onEnd: (one: MailExport) => void
}

/** Exports with whose mail they are and how far they are. */
export function ExportsTable({ list, ...acts }: Acts & { list: readonly MailExport[] }) {
  const { t } = useTranslation('console-exports')
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('asked')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('acts')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <ExportLine key={one.id} one={one} {...acts} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

const shownPeople = 3

function ExportLine({ one, onShow, onDownload, onEnd }: Acts & { one: MailExport }) {
  const { t } = useTranslation('console-exports')
  const dates = useDates()
  const { reason, hold, people, askedAt, askedBy, state, mayDecide, mayDownload, mayEnd } = one
  const endWord = state === 'waiting' ? 'withdraw' : state === 'working' ? 'stop' : 'discard'
  return (
    <tr>
      <td>
        {reason}
        {hold !== null && <div className={styles.count}>{t('ofHold', { reason: hold })}</div>}
      </td>
      <td>
        {people.slice(0, shownPeople).map(({ address }) => (
          <div key={address}>
            <Isolated>{address}</Isolated>
          </div>
        ))}
        {people.length > shownPeople && t('more', { count: people.length })}
      </td>
      <td>
        {fullTime(askedAt, dates)}
        <div className={styles.count}>
          <Isolated>{askedBy}</Isolated>
        </div>
      </td>
      <td>
        <ExportState one={one} />
      </td>
      <td>
        <div className={styles.inline}>
          {mayDownload && (
            <Button size="sm" kind="primary" onClick={() => onDownload(one)}>
              {t('download')}
            </Button>
          )}
          <Button size="sm" kind={mayDecide ? 'primary' : 'secondary'} onClick={() => onShow(one)}>
            {t(mayDecide ? 'review' : 'details')}
          </Button>
          {mayEnd && (
            <Button size="sm" kind="danger" onClick={() => onEnd(one)}>
              {t(endWord)}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function ExportState({ one }: { one: MailExport }) {
  const { t } = useTranslation('console-exports')
  const dates = useDates()
  const { state, isStuck, mails, bytes, unreadable, expiresAt, downloads } = one
  const counted = state === 'working' || state === 'ready'
  return (
    <>
      {t(`states.${state}`)}
      {isStuck && <div className={styles.count}>{t('stuck')}</div>}
      {counted && (
        <div className={styles.count}>{t('mails', { count: mails, size: formatSize(bytes) })}</div>
      )}
      {counted && unreadable > 0 && (
        <div className={styles.count}>{t('unreadable', { count: unreadable })}</div>
      )}
      {state === 'ready' && expiresAt && (
        <div className={styles.count}>{t('until', { time: fullTime(expiresAt, dates) })}</div>
      )}
      {downloads > 0 && <div className={styles.count}>{t('downloads', { count: downloads })}</div>}
    </>
  )
}
