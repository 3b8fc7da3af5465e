import { type GroupPost, groupPosts } from '@hongyan/contract/group-posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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

const heldQuery = ['groups', 'held']

/** Mail that waits for this manager; nothing where none does. */
export function HeldPosts() {
  const { t } = useTranslation('groups')
  const style = useDateStyle()
  const { data } = useQuery({ queryKey: heldQuery, queryFn: () => call(groupPosts.held, {}) })
  const [open, setOpen] = useState<GroupPost | null>(null)
  const list = data?.list ?? []
  if (list.length === 0) return null
  return (
    <section aria-labelledby="held-posts" className={styles.held}>
      <h2 id="held-posts" className={styles.heading}>
        {t('held.title', { count: list.length })}
      </h2>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.postId} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>
                <Isolated>{one.subject || t('held.noSubject')}</Isolated>
              </p>
              <p className={styles.note}>
                <Isolated>{one.author}</Isolated> · <Isolated>{one.groupName}</Isolated> ·{' '}
                {fullTime(one.time, style)}
              </p>
            </div>
            <Button size="sm" onClick={() => setOpen(one)}>
              {t('held.look')}
            </Button>
          </li>
        ))}
      </ul>
      {open && <HeldPost post={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** One of them: read, let go, or turned away with a word. */
function HeldPost({ post, onClose }: { post: GroupPost; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { busy, error, attempt } = useAttempt()
  const decide = async (release: boolean) => {
    const body = { postIds: [post.postId], release, reason }
    const done = await attempt(() => call(groupPosts.decide, { body }))
    await queries.invalidateQueries({ queryKey: heldQuery })
    if (!done) return
    toast({ kind: 'success', text: t(release ? 'held.released' : 'held.refused') })
    onClose()
  }
  return (
    <Dialog
      title={post.subject || t('held.noSubject')}
      closeLabel={t('common:close')}
      width={680}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" busy={busy} onClick={() => void decide(false)}>
            {t('held.refuse')}
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void decide(true)}>
            {t('held.release')}
          </Button>
        </>
      }
    >
      <div className={styles.members}>
        {error && <Banner tone="danger">{error}</Banner>}
        <PostText postId={post.postId} />
        <TextField
          label={t('held.reason')}
          hint={t('held.reasonHint')}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
