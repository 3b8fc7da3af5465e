import type { HomeIndex } from '@hongyan/contract/home'
import { useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DailyCard } from './daily-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { HomeHead } from './home-head.tsx'
import { AnnouncementCard, PeopleCard, StartChoice, StorageCard } from './home-side.tsx'
import { DraftsCard, TodoCard, UnansweredCard, UnreadCard } from './home-work.tsx'
import { useHome, useHomeKeys } from './use-home.ts'

/** /dashboard (R14, SHELL-22): what there is to do today, at a glance. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  const screen = useRef<HTMLElement>(null)
  const { data, error, refetch } = useHome()
  useHomeKeys(screen)
  return (
    <section ref={screen} className={styles.screen} aria-label={t('title')}>
      <div className={styles.page}>
        <HomeHead home={data} />
        {data && <Content home={data} />}
        {!data && error && (
          <EmptyState
            title={error.message}
            action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
          />
        )}
        {!data && !error && <Waiting />}
      </div>
    </section>
  )
}

function Content({ home }: { home: HomeIndex }) {
  const { unread, todo, drafts, unanswered } = home
  const nothing = unread.count + todo.count + drafts.count + unanswered.length === 0
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <FirstSteps steps={home.steps} />
        {nothing && <Nothing />}
        <UnreadCard unread={unread} />
        <TodoCard todo={todo} />
        <DailyCard />
        <UnansweredCard list={unanswered} />
        <DraftsCard drafts={drafts} />
      </div>
      <div className={styles.column}>
        <AnnouncementCard list={home.announcements} />
        <PeopleCard people={home.people} />
        <StorageCard quota={home.quota} />
        <StartChoice />
      </div>
    </div>
  )
}

function Nothing() {
  const { t } = useTranslation('home')
  return (
    <div className={styles.card}>
      <EmptyState picture={<QuietSky />} title={t('nothing')} text={t('nothingText')} />
    </div>
  )
}

function Waiting() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.column}>
        {[3, 2].map((rows) => (
          <div key={rows} className={styles.waiting}>
            {[40, 78, 64].slice(0, rows + 1).map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.column}>
        <div className={styles.waiting}>
          <Skeleton width="60%" />
          <Skeleton width="82%" />
        </div>
      </div>
    </div>
  )
}
