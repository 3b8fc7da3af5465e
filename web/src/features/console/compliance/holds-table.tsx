import type { LegalHold } from '@hongyan/contract/console-compliance'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'

interface HoldsTableProps {
  list: readonly LegalHold[]
  onShow: (hold: LegalHold) => void
  /** Null for who may only look. */
  onRelease: ((hold: LegalHold) => void) | null
}

/** Holds with whom they are about and since when. */
export function HoldsTable({ list, onShow, onRelease }: HoldsTableProps) {
  const { t } = useTranslation('console-compliance')
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('reason')}</th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('mail')}</th>
            <th scope="col">{t('since')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('acts')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <HoldRow key={one.id} hold={one} onShow={onShow} onRelease={onRelease} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function HoldRow({
  hold,
  onShow,
  onRelease,
}: { hold: LegalHold } & Pick<HoldsTableProps, 'onShow' | 'onRelease'>) {
  const { t } = useTranslation('console-compliance')
  const dates = useDates()
  const { reason, people, departments, createdAt, createdBy, releasedAt, releasedBy } = hold
  return (
    <tr>
      <td>{reason}</td>
      <td>
        {people.map(({ name, address }) => (
          <div key={address}>
            <Isolated>{name}</Isolated> <Isolated>{address}</Isolated>
          </div>
        ))}
        {departments.map((name) => (
          <div key={name}>
            <Isolated>{name}</Isolated> {t('withBelow')}
          </div>
        ))}
      </td>
      <td>
        <Period hold={hold} />
      </td>
      <td>
        {fullTime(createdAt, dates)}
        <div className={styles.count}>
          <Isolated>{createdBy}</Isolated>
        </div>
      </td>
      <td>
        {releasedAt ? t('released', { time: fullTime(releasedAt, dates) }) : t('going')}
        {releasedAt && (
          <div className={styles.count}>
            <Isolated>{releasedBy}</Isolated>
          </div>
        )}
      </td>
      <td>
        <div className={styles.inline}>
          <Button size="sm" onClick={() => onShow(hold)}>
            {t('show')}
          </Button>
          {onRelease && !releasedAt && (
            <Button size="sm" kind="danger" onClick={() => onRelease(hold)}>
              {t('release')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

function Period({ hold: { mailFrom, mailUntil } }: { hold: LegalHold }) {
  const { t } = useTranslation('console-compliance')
  const dates = useDates()
  const from = mailFrom && fullTime(mailFrom, dates)
  const until = mailUntil && fullTime(mailUntil, dates)
  if (from && until) return t('between', { from, until })
  if (from) return t('onwards', { from })
  return until ? t('upTo', { until }) : t('allMail')
}
