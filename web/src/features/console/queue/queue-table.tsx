import type { WaitingRecipient } from '@hongyan/contract/console-queue'
import { dayAndTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'

/** One recipient of one mail. */
export const keyOf = ({ submissionId, address }: WaitingRecipient): string =>
  `${submissionId} ${address}`

export function QueueTable({
  list,
  picked,
  onPick,
}: {
  list: readonly WaitingRecipient[]
  picked: ReadonlySet<string>
  onPick: (keys: ReadonlySet<string>) => void
}) {
  const { t } = useTranslation('console')
  const all = list.map(keyOf)
  const count = all.filter((key) => picked.has(key)).length
  const toggle = (key: string) => {
    const next = new Set(picked)
    if (!next.delete(key)) next.add(key)
    onPick(next)
  }
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label={t('queue.all')}
                checked={count === all.length}
                mixed={count > 0 && count < all.length}
                onChange={() => onPick(new Set(count === all.length ? [] : all))}
              />
            </th>
            <th scope="col">{t('queue.recipient')}</th>
            <th scope="col">{t('queue.why')}</th>
            <th scope="col">{t('queue.nextTry')}</th>
            <th scope="col">{t('queue.size')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <QueueRow
              key={keyOf(one)}
              one={one}
              isPicked={picked.has(keyOf(one))}
              onToggle={() => toggle(keyOf(one))}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function QueueRow({
  one,
  isPicked,
  onToggle,
}: {
  one: WaitingRecipient
  isPicked: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation('console')
  const dates = useDates()
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('queue.pick', { address: one.address })}
          checked={isPicked}
          onChange={onToggle}
        />
      </td>
      <td className={styles.stacked}>
        <Isolated>{one.address}</Isolated>
        <div className={styles.count}>
          {one.sender === '' ? t('queue.report') : t('queue.from', { sender: one.sender })}
        </div>
      </td>
      <td className={styles.stacked}>
        {one.reason === '' ? t('queue.untried') : t(madeKey(`queue.reasons.${one.reason}`))}
        {one.words !== '' && (
          <div className={styles.count}>
            <Isolated>{one.words}</Isolated>
          </div>
        )}
      </td>
      <td className={styles.short}>
        {one.nextAttemptAt ? dayAndTime(one.nextAttemptAt, dates) : t('queue.states.stopped')}
        <div className={styles.count}>{t('queue.attempts', { count: one.attempts })}</div>
      </td>
      <td className={styles.short}>{formatSize(one.size)}</td>
    </tr>
  )
}
