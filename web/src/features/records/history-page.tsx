import { limits } from '@hongyan/contract/limits'
import type { HistoryItem } from '@hongyan/contract/records'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router/link.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconChevronDown, iconChevronRight } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Page } from '../settings/form.public.tsx'
import { useMailActionText } from './mail-action-text.ts'
import { RecordList } from './record-list.tsx'
import styles from './records.module.css'
import { historyQuery, storyQuery } from './records-query.ts'
import { useFolderName, When, Who } from './who-and-when.tsx'

/** /set/mailhistory: mail that came or left, where it is, and its story (R62, READ-08). */
export function HistoryPage() {
  const { t } = useTranslation('records')
  const query = useInfiniteQuery(historyQuery)
  return (
    <Page title={t('history.title')} text={t('history.text', { days: limits.logDays })} wide>
      <RecordList
        label={t('history.title')}
        query={query}
        empty={{ title: t('history.none'), text: t('history.noneText') }}
      >
        {(item) => <Row key={item.sortValues} item={item} />}
      </RecordList>
    </Page>
  )
}

function Row({ item }: { item: HistoryItem }) {
  const { t } = useTranslation('records')
  const textOf = useMailActionText()
  const [open, setOpen] = useState(false)
  const subject = item.mailSubject || t('list:noSubject')
  return (
    <li className={styles.entry}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={open}
          aria-label={t('history.story', { subject })}
          onClick={() => setOpen(!open)}
        >
          <Icon icon={open ? iconChevronDown : iconChevronRight} size={16} />
        </button>
        <When time={item.time} />
        <span className={styles.what}>
          <span className={styles.subject}>
            <Isolated>{subject}</Isolated>
          </span>
          <span className={styles.did}>{textOf(item)}</span>
        </span>
        <Whereabouts item={item} />
      </div>
      {open && item.mailId !== null && <Story mailId={item.mailId} />}
    </li>
  )
}

function Whereabouts({ item: { place, nowIn, mailId } }: { item: HistoryItem }) {
  const { t } = useTranslation('records')
  const nameOf = useFolderName()
  if (place === 'here') {
    return (
      <Link to={`/reply/${nowIn}/${mailId}`} className={styles.place}>
        <Isolated>{nameOf(nowIn)}</Isolated>
      </Link>
    )
  }
  return place === 'retrievable' ? (
    <Link to="/set/mailretrieval" className={styles.place}>
      {t('history.retrievable')}
    </Link>
  ) : (
    <span className={styles.place}>
      <Chip>{t('history.gone')}</Chip>
    </span>
  )
}

function Story({ mailId }: { mailId: number }) {
  const { t } = useTranslation('records')
  const textOf = useMailActionText()
  const { data, error } = useQuery(storyQuery(mailId))
  if (!data)
    return error ? (
      <p className={styles.story}>{error.message}</p>
    ) : (
      <Spinner label={t('common:loading')} />
    )
  return (
    <ol className={styles.story}>
      {data.map((step) => (
        <li key={step.sortValues} className={styles.step}>
          <When time={step.time} />
          <span className={styles.what}>{textOf(step)}</span>
          <Who {...step} />
        </li>
      ))}
    </ol>
  )
}
