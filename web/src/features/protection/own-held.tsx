import { protection } from '@hongyan/contract/protection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Section } from '../settings/form.public.tsx'
import styles from './own-protection.module.css'

const queryKey = ['protectionHeld']

/** Mail that is held for the person; what has no virus may be asked for. */
export function OwnHeld() {
  const { t } = useTranslation('protection')
  const dates = useDateStyle()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => call(protection.held, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.list.at(-1)?.id : undefined),
  })
  const list = data?.pages.flatMap((page) => page.list) ?? []
  const ask = async (id: number) => {
    try {
      await call(protection.askRelease, { body: { id } })
      toast({ kind: 'success', text: t('own.askedToast') })
    } catch (error) {
      tellTrouble(error)
    }
    void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <Section title={t('own.held')} hint={t('own.heldHint')}>
      {data && list.length === 0 && <p className={styles.none}>{t('own.noHeld')}</p>}
      <ul className={styles.list}>
        {list.map((one) => {
          const subject = one.subject || t('held.noSubject')
          return (
            <li key={one.id} className={styles.line}>
              <span className={styles.main}>
                <strong>
                  <Isolated>{subject}</Isolated>
                </strong>
                <span className={styles.more}>
                  <Isolated>{one.fromName || one.fromAddress}</Isolated> ·{' '}
                  {t(`classes.${one.class}`)} ·{' '}
                  {t('own.until', { time: fullTime(one.expiresTime, dates) })}
                </span>
              </span>
              {one.asked ? (
                <span className={styles.more}>{t('own.asked')}</span>
              ) : (
                one.class !== 'virus' && (
                  <Button
                    size="sm"
                    aria-label={t('own.askOne', { subject })}
                    onClick={() => void ask(one.id)}
                  >
                    {t('own.ask')}
                  </Button>
                )
              )}
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <Button size="sm" onClick={() => void fetchNextPage()}>
          {t('own.more')}
        </Button>
      )}
    </Section>
  )
}
