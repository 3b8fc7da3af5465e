import { consoleContract as api } from '@hongyan/contract/console'
import type { WaveCopy } from '@hongyan/contract/console-protection'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import { useSaving } from '../use-saving.ts'
import own from './protection.module.css'

const size = 50
/** While work goes on its progress is asked for. */
const everyMs = 1_000
const working: readonly string[] = ['searching', 'taking', 'returning']

/** Who has a mail, and the way to take it back. */
export function WaveDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const [pageNum, setPageNum] = useState(1)
  const { error: trouble, save } = useSaving()
  const { data, error } = useQuery({
    queryKey: [api.wave.path, id, pageNum],
    queryFn: () => ask(api.wave, { query: { id, pageNum, pageSize: size } }),
    refetchInterval: ({ state }) => (working.includes(state.data?.state ?? '') ? everyMs : false),
  })
  const footer = data && (
    <>
      {data.state === 'found' && data.copies > 0 && (
        <Button kind="primary" onClick={() => save(() => ask(api.takeWave, { body: { id } }))}>
          {t('waves.take', { count: data.copies })}
        </Button>
      )}
      {data.state === 'taken' && data.taken > 0 && (
        <Button onClick={() => save(() => ask(api.returnWave, { body: { id } }))}>
          {t('waves.return')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title={data ? data.sought : t('waves.title')}
      closeLabel={tc('close')}
      width={760}
      onClose={onClose}
      footer={footer}
    >
      {(error || trouble) && <Banner tone="danger">{error?.message ?? trouble}</Banner>}
      {data && (
        <div className={styles.form}>
          <p className={own.sum} role="status">
            {t(`waves.states.${data.state}`)} ·{' '}
            {data.state === 'found' && data.copies === 0
              ? t('waves.nobody')
              : t('waves.sum', {
                  copies: data.copies,
                  mailboxes: data.mailboxes,
                  opened: data.opened,
                })}
          </p>
          {data.list.length > 0 && <Copies list={data.list} />}
          {data.copies > size && (
            <div className={styles.pager}>
              <Button size="sm" disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
                {tc('before')}
              </Button>
              <Button
                size="sm"
                disabled={pageNum * size >= data.copies}
                onClick={() => setPageNum(pageNum + 1)}
              >
                {tc('next')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Copies({ list }: { list: readonly WaveCopy[] }) {
  const { t } = useTranslation('protection')
  const dates = useDates()
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('held.to')}</th>
            <th scope="col">{t('held.subject')}</th>
            <th scope="col">{t('waves.received')}</th>
            <th scope="col">{t('waves.opened')}</th>
            <th scope="col">{t('waves.state')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td className={own.wide} title={one.address} dir="auto">
                {one.name || one.address}
              </td>
              <td className={own.wide} dir="auto">
                {one.subject || t('held.noSubject')}
              </td>
              <td className={own.time}>{fullTime(one.receivedTime, dates)}</td>
              <td>
                {one.opened ? (
                  <span className={own.class} data-class="block">
                    {t('waves.yes')}
                  </span>
                ) : (
                  t('waves.no')
                )}
              </td>
              <td>{t(`waves.copies.${one.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
