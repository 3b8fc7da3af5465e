import { consoleContract as api } from '@hongyan/contract/console'
import { useTranslation } from '../../../lib/i18n.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useAsked } from '../use-asked.ts'

/** Where most of it waits for, when it is more than a few: one press shows what waits for a domain. */
export function QueueDomains({ onPick }: { onPick: (keyword: string) => void }) {
  const { t } = useTranslation('console')
  const list = useAsked(api.queueDomains, {}).data?.list ?? []
  if (list.length < 2) return null
  return (
    <ul className={styles.chips} aria-label={t('queue.domains')}>
      {list.slice(0, 8).map(({ domain, waiting, reason }) => (
        <li key={domain}>
          <button
            type="button"
            className={styles.person}
            title={reason === '' ? undefined : t(madeKey(`queue.reasons.${reason}`))}
            onClick={() => onPick(`@${domain}`)}
          >
            <Isolated>{domain}</Isolated> {waiting}
          </button>
        </li>
      ))}
    </ul>
  )
}
