import { limits } from '@hongyan/contract/limits'
import { type DeletedItem, records } from '@hongyan/contract/records'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { quotaQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { formatSize } from '../../lib/sizes.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { iconRestore } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { toast } from '../../ui/toast-store.ts'
import { nameOf } from '../messages/messages.public.ts'
import { Page } from '../settings/form.public.tsx'
import { RecordList } from './record-list.tsx'
import styles from './records.module.css'
import { deletedQuery } from './records-query.ts'
import { useFolderName, When } from './who-and-when.tsx'

/** /set/mailretrieval: mail deleted for good, to be brought back (R63, READ-08). */
export function RetrievalPage() {
  const { t } = useTranslation('records')
  const query = useInfiniteQuery(deletedQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { busy, error, attempt } = useAttempt()
  const items = query.data?.pages.flatMap(({ list }) => list) ?? []
  const ids = items.map(({ mailId }) => mailId).filter((id) => chosen.has(id))
  const toggle = (id: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const recover = async (mailIds: number[]) => {
    const done = await attempt(async () => {
      await call(records.recover, { body: { mailIds } }, { showLoading: true })
      setChosen(new Set())
      await queryClient.invalidateQueries({ queryKey: ['records'] })
      void queryClient.invalidateQueries({ queryKey: quotaQuery.queryKey })
    })
    if (done) toast({ kind: 'success', text: t('retrieval.done', { count: mailIds.length }) })
  }
  return (
    <Page title={t('retrieval.title')} text={t('retrieval.text', { days: limits.logDays })} wide>
      {error && <Banner tone="danger">{error}</Banner>}
      {items.length > 0 && (
        <div className={styles.bulk}>
          <Checkbox
            checked={ids.length === items.length}
            mixed={ids.length > 0 && ids.length < items.length}
            onChange={(event) =>
              setChosen(new Set(event.target.checked ? items.map(({ mailId }) => mailId) : []))
            }
          >
            {t('retrieval.all')}
          </Checkbox>
          <Button
            kind="primary"
            size="sm"
            icon={iconRestore}
            busy={busy}
            disabled={ids.length === 0}
            onClick={() => void recover(ids)}
          >
            {t('retrieval.recover', { count: ids.length })}
          </Button>
        </div>
      )}
      <RecordList
        label={t('retrieval.title')}
        query={query}
        empty={{ title: t('retrieval.none'), text: t('retrieval.noneText') }}
      >
        {(item) => (
          <Row
            key={item.mailId}
            item={item}
            checked={chosen.has(item.mailId)}
            onCheck={(on) => toggle(item.mailId, on)}
          />
        )}
      </RecordList>
    </Page>
  )
}

interface RowProps {
  item: DeletedItem
  checked: boolean
  onCheck: (on: boolean) => void
}

function Row({ item, checked, onCheck }: RowProps) {
  const { t } = useTranslation('records')
  const folderName = useFolderName()
  const { mailSubject, mailFrom, size, deletedTime, keptUntil, mailboxId } = item
  const subject = mailSubject || t('list:noSubject')
  return (
    <li className={styles.row}>
      <Checkbox
        aria-label={t('retrieval.choose', { subject })}
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <When time={deletedTime} />
      <span className={styles.what}>
        <span className={styles.subject}>
          <Isolated>{subject}</Isolated>
        </span>
        <span className={styles.did}>
          <Isolated>{nameOf(mailFrom)}</Isolated> · {formatSize(size)}
        </span>
      </span>
      <span className={styles.who}>
        {t('retrieval.backTo', { folder: folderName(mailboxId) })}
        <span className={styles.ip}>{t('retrieval.days', { count: daysLeft(keptUntil) })}</span>
      </span>
    </li>
  )
}

const daysLeft = (until: string): number =>
  Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 86_400_000))
