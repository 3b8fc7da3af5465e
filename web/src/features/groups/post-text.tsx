import { groupPosts } from '@hongyan/contract/group-posts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { Banner } from '../../ui/banner.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './groups.module.css'

/** Who wrote a mail to a group, when, and its text without looks. */
export function PostText({ postId }: { postId: number }) {
  const { t } = useTranslation('groups')
  const style = useDateStyle()
  const { data, error } = useQuery({
    queryKey: ['group-post', postId],
    queryFn: () => call(groupPosts.read, { query: { postId } }),
  })
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return <Skeleton height={72} />
  return (
    <>
      <p className={styles.note}>
        <Isolated>{data.author}</Isolated> · {fullTime(data.time, style)}
      </p>
      <p className={styles.postText}>{data.text || t('held.noText')}</p>
      {data.files.length > 0 && (
        <p className={styles.note}>{t('held.files', { names: data.files.join(', ') })}</p>
      )}
    </>
  )
}
