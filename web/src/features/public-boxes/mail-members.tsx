import type { BoxMail } from '@hongyan/contract/public-boxes'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useUser } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Banner } from '../../ui/banner.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { useAnswering, useBoxMail, useIsAtIt } from './box-mail.ts'
import styles from './public-boxes.module.css'

/** At an open mail of a mailbox of several people: who wrote it, whose it is to answer, and who is at it. */
export function MailMembers({ mailId }: { mailId: number }) {
  const { t } = useTranslation('public-boxes')
  const user = useUser()
  const known = useBoxMail(mailId)
  if (!user?.member || !known) return null
  return (
    <div className={styles.members}>
      <Answering known={known} />
      {known.sentBy ? (
        <p className={styles.writer}>{t('sentBy', { name: known.sentBy.name })}</p>
      ) : user.member.level === 'read' ? (
        known.assignee && (
          <p className={styles.writer}>{t('assignedTo', { name: known.assignee.name })}</p>
        )
      ) : (
        <Assignee key={mailId} known={known} />
      )}
    </div>
  )
}

function Assignee({ known: { mailId, assignee } }: { known: BoxMail }) {
  const { t } = useTranslation('public-boxes')
  const { data } = useQuery({
    queryKey: ['box-members'],
    queryFn: ({ signal }) => call(publicBoxes.members, {}, { signal }),
    staleTime: 60_000,
  })
  const [chosen, choose] = useChosen(String(assignee?.memberId ?? 0))
  const members = data?.list ?? []
  // Whoever is no member any more is still the one it is assigned to.
  const isListed = !assignee || members.some(({ memberId }) => memberId === assignee.memberId)
  const options = (isListed ? members : [...members, assignee]).map(({ memberId, name }) => ({
    value: String(memberId),
    label: name,
  }))
  const assign = (value: string) => {
    const memberId = value === '0' ? null : Number(value)
    return attempt(() => call(publicBoxes.assign, { body: { mailIds: [mailId], memberId } }))
  }
  return (
    <Select
      label={t('assignee')}
      className={styles.assignee}
      value={chosen}
      options={[{ value: '0', label: t('nobody') }, ...options]}
      onChange={({ target: { value } }) => choose(value, () => assign(value))}
    />
  )
}

function Answering({ known: { answering } }: { known: BoxMail }) {
  const { t } = useTranslation('public-boxes')
  if (answering.length === 0) return null
  const names = answering.map((one) => one.name).join(t('comma'))
  return (
    <Banner tone="warn">
      {t(answering.length > 1 ? 'answeringMany' : 'answering', { names })}
    </Banner>
  )
}

interface AnsweringNoticeProps {
  mailId: number
  /** It is on screen. */
  isActive: boolean
}

/** Where a mail is answered: tells the others of it, and says who else is at it. */
export function AnsweringNotice({ mailId, isActive }: AnsweringNoticeProps) {
  useAnswering(mailId, useIsAtIt(isActive))
  const known = useBoxMail(mailId)
  return known ? <Answering known={known} /> : null
}

/** In a row of the list: whose mail it is to answer. */
export function AssigneeMark({ mailId }: { mailId: number }) {
  const { t } = useTranslation('public-boxes')
  const name = useBoxMail(mailId)?.assignee?.name
  if (!name) return null
  return (
    <span className={styles.mark} title={t('assignedTo', { name })}>
      <Isolated>{name}</Isolated>
    </span>
  )
}
