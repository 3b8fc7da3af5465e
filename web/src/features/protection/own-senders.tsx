import { protection } from '@hongyan/contract/protection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Section } from '../settings/form.public.tsx'
import styles from './own-protection.module.css'

const queryKey = ['protectionSenders']
const again = () => queryClient.invalidateQueries({ queryKey })

/** The own list of senders. */
export function OwnSenders() {
  const { t } = useTranslation('protection')
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => call(protection.senders, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.list.at(-1)?.id : undefined),
  })
  const list = data?.pages.flatMap((page) => page.list) ?? []
  const remove = async (id: number) => {
    try {
      await call(protection.removeSender, { body: { id } })
    } catch (error) {
      tellTrouble(error)
    }
    void again()
  }
  return (
    <Section title={t('own.senders')} hint={t('own.sendersHint')}>
      <AddSender />
      {data && list.length === 0 && <p className={styles.none}>{t('own.noSenders')}</p>}
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.id} className={styles.line}>
            <span className={styles.main}>
              <Isolated>{one.sender}</Isolated>
            </span>
            <span className={styles.verdict} data-verdict={one.verdict}>
              {t(`verdicts.${one.verdict}`)}
            </span>
            <Button
              size="sm"
              kind="quiet"
              aria-label={t('senders.removeOne', { sender: one.sender })}
              onClick={() => void remove(one.id)}
            >
              {t('senders.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" onClick={() => void fetchNextPage()}>
          {t('own.more')}
        </Button>
      )}
    </Section>
  )
}

function AddSender() {
  const { t } = useTranslation('protection')
  const [sender, setSender] = useState('')
  const [verdict, setVerdict] = useState('block')
  const { busy, error, attempt } = useAttempt()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { sender, verdict: verdict === 'allow' ? ('allow' as const) : ('block' as const) }
    if (!(await attempt(() => call(protection.saveSender, { body })))) return
    setSender('')
    void again()
  }
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('senders.sender')}
        placeholder={t('senders.example')}
        maxLength={320}
        spellCheck={false}
        autoCapitalize="off"
        error={error}
        value={sender}
        onChange={(event) => setSender(event.target.value)}
      />
      <Select
        label={t('senders.verdict')}
        options={(['block', 'allow'] as const).map((value) => ({
          value,
          label: t(`verdicts.${value}`),
        }))}
        value={verdict}
        onChange={(event) => setVerdict(event.target.value)}
      />
      <Button type="submit" kind="primary" disabled={busy || sender.trim() === ''}>
        {t('senders.add')}
      </Button>
    </form>
  )
}
