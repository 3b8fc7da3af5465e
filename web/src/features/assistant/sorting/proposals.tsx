import type { FoundMail } from '@hongyan/contract/assistant-wire'
import { listTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { plainLine } from '../../messages/messages.public.ts'
import styles from './sorting.module.css'

interface ProposalsProps {
  list: readonly FoundMail[]
  /** Those that were unticked. */
  left: ReadonlySet<number>
  onToggle: (mailId: number) => void
}

/** Mails that are proposed, each with the sentence that speaks for it; all are ticked at first. */
export function Proposals({ list, left, onToggle }: ProposalsProps) {
  const { t } = useTranslation('assistant')
  const style = useDateStyle()
  if (list.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('sorting.proposals')}>
      {list.map(({ mailId, subject, from, at, quote }) => (
        <li key={mailId}>
          <Checkbox
            className={styles.choice}
            checked={!left.has(mailId)}
            onChange={() => onToggle(mailId)}
          >
            <span className={styles.mail}>
              <span className={styles.subject}>
                <Isolated>{plainLine(subject) || t('list:noSubject')}</Isolated>
              </span>
              <span className={styles.note}>
                <Isolated>{plainLine(from)}</Isolated> · {listTime(at, style)}
              </span>
              {quote !== '' && (
                <span className={styles.note} dir="auto">
                  {plainLine(quote)}
                </span>
              )}
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
