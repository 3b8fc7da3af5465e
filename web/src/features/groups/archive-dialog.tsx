import { type GroupPost, groupPosts } from '@hongyan/contract/group-posts'
import type { MailGroup } from '@hongyan/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import styles from './groups.module.css'
import { PostText } from './post-text.tsx'

const pageSize = 20

/** What a group keeps for its members: found, read, and taken into the own inbox. */
export function ArchiveDialog({ group, onClose }: { group: MailGroup; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const [keyword, setKeyword] = useState('')
  const [open, setOpen] = useState<GroupPost | null>(null)
  return (
    <Dialog
      title={t('archive.of', { name: group.name })}
      closeLabel={t('common:close')}
      width={680}
      tall
      onClose={onClose}
    >
      <div className={styles.members}>
        {open ? (
          <Opened post={open} onBack={() => setOpen(null)} />
        ) : (
          <>
            <TextField
              type="search"
              label={t('archive.search')}
              maxLength={100}
              data-autofocus
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
            />
            <Kept groupId={group.groupId} keyword={keyword.trim()} onOpen={setOpen} />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface KeptProps {
  groupId: number
  keyword: string
  onOpen: (post: GroupPost) => void
}

function Kept({ groupId, keyword, onOpen }: KeptProps) {
  const { t } = useTranslation('groups')
  const style = useDateStyle()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['group-archive', groupId, keyword],
    queryFn: ({ pageParam }) =>
      call(groupPosts.archive, {
        query: { groupId, keyword, pageSize, ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < pageSize ? undefined : list.at(-1)?.postId),
  })
  if (error) return <Banner tone="danger">{error.message}</Banner>
  const list = data?.pages.flatMap((page) => page.list) ?? []
  if (data && list.length === 0) return <p className={styles.note}>{t('archive.none')}</p>
  return (
    <>
      <ul className={styles.entries} aria-label={t('archive.title')}>
        {list.map((one) => (
          <li key={one.postId} className={styles.entry}>
            <div className={styles.words}>
              <button type="button" className={styles.link} onClick={() => onOpen(one)}>
                <Isolated>{one.subject || t('held.noSubject')}</Isolated>
              </button>
              <p className={styles.note}>
                <Isolated>{one.author}</Isolated> · {fullTime(one.time, style)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Opened({ post, onBack }: { post: GroupPost; onBack: () => void }) {
  const { t } = useTranslation('groups')
  const { busy, error, attempt } = useAttempt()
  const take = async () => {
    const body = { postId: post.postId }
    if (await attempt(() => call(groupPosts.take, { body })))
      toast({ kind: 'success', text: t('archive.taken') })
  }
  return (
    <>
      {error && <Banner tone="danger">{error}</Banner>}
      <h3 className={styles.heading}>
        <Isolated>{post.subject || t('held.noSubject')}</Isolated>
      </h3>
      <PostText postId={post.postId} />
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('archive.back')}</Button>
        <Button kind="primary" busy={busy} onClick={() => void take()}>
          {t('archive.take')}
        </Button>
      </div>
    </>
  )
}
