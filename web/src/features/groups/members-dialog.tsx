import {
  type GroupMember,
  type MailGroup,
  type MemberType,
  memberTypes,
} from '@hongyan/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose, iconPeople } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddEntry } from './add-entry.tsx'
import styles from './groups.module.css'
import { type Adding, membersQuery, removeMember, saveMembers } from './groups-query.ts'

/** Who is in a group, what each is there, and whoever is to be added. */
export function MembersDialog({ group, onClose }: { group: MailGroup; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const [type, setType] = useState<MemberType>('member')
  const [keyword, setKeyword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const { groupId, name } = group
  const save = (as: MemberType, adding: Adding) => attempt(() => saveMembers(groupId, as, adding))
  return (
    <Dialog
      title={t('membersOf', { name })}
      closeLabel={t('common:close')}
      width={680}
      tall
      onClose={onClose}
    >
      <div className={styles.members}>
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={styles.adding}>
          <AddEntry groupId={groupId} busy={busy} onAdd={(adding) => save(type, adding)} />
          <TypeSelect label={t('addAs')} value={type} onPick={setType} />
        </div>
        <p className={styles.note}>{t(`typeNote.${type}`)}</p>
        <TextField
          label={t('filter')}
          type="search"
          value={keyword}
          maxLength={100}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Members
          groupId={groupId}
          keyword={keyword.trim()}
          onType={(member, as) => void save(as, { memberIds: [member.memberId] })}
          onRemove={(member) => void attempt(() => removeMember(groupId, member.memberId))}
        />
      </div>
    </Dialog>
  )
}

interface TypeSelectProps {
  label: string
  hideLabel?: boolean
  value: MemberType
  /** Departments, groups and people outside manage nothing. */
  isPerson?: boolean
  onPick: (type: MemberType) => void
}

function TypeSelect({ label, hideLabel = false, value, isPerson = true, onPick }: TypeSelectProps) {
  const { t } = useTranslation('groups')
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      value={value}
      onChange={(event) => {
        const next = memberTypes.find((one) => one === event.target.value)
        if (next) onPick(next)
      }}
      options={memberTypes
        .filter((one) => isPerson || one !== 'manager')
        .map((one) => ({ value: one, label: t(`type.${one}`) }))}
    />
  )
}

interface MembersProps {
  groupId: number
  keyword: string
  onType: (member: GroupMember, type: MemberType) => void
  onRemove: (member: GroupMember) => void
}

function Members({ groupId, keyword, onType, onRemove }: MembersProps) {
  const { t } = useTranslation('groups')
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    membersQuery(groupId, keyword),
  )
  if (error && !data) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return <Skeleton height={72} />
  const list = data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <p className={styles.note}>{t('nobody')}</p>
  return (
    <>
      <ul className={styles.entries} aria-label={t('members')}>
        {list.map((member) => (
          <li key={member.memberId} className={styles.entry}>
            <EntryWords member={member} />
            <TypeSelect
              label={t('typeOf', { name: member.name })}
              hideLabel
              value={member.type}
              isPerson={member.kind === 'person'}
              onPick={(type) => onType(member, type)}
            />
            <IconButton
              icon={iconClose}
              label={t('removeMember', { name: member.name })}
              size="sm"
              onClick={() => onRemove(member)}
            />
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

function EntryWords({ member }: { member: GroupMember }) {
  const { t } = useTranslation('groups')
  const { name, address, kind, department } = member
  const notes = [
    address === name ? '' : address,
    department,
    kind === 'person' ? '' : t(`kind.${kind}`),
  ]
  return (
    <>
      {kind === 'person' || kind === 'outside' ? (
        <Avatar name={name} address={address} size={32} />
      ) : (
        <span className={styles.mark}>
          <Icon icon={iconPeople} size={18} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          <Isolated>{name}</Isolated>
        </p>
        <p className={styles.note}>{notes.filter(Boolean).join(' · ')}</p>
      </div>
    </>
  )
}
