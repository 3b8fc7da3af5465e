import { consoleContract } from '@hongyan/contract/console'
import { groupsEndpoints as api } from '@hongyan/contract/console-groups'
import {
  type GroupMember,
  type MailGroup,
  type MemberType,
  memberTypes,
} from '@hongyan/contract/groups'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClose } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { departmentOptions } from '../departments.ts'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import { type Adding, AddMember } from './add-member.tsx'
import styles from './groups-page.module.css'

const pageSize = 50

/** Who is in a group, what each is there, and whoever is to be added. */
export function GroupMembers({ group, onClose }: { group: MailGroup; onClose: () => void }) {
  const { t } = useTranslation('console-groups')
  const { groupId } = group
  const [type, setType] = useState<MemberType>('member')
  const [keyword, setKeyword] = useState('')
  /** Where each page begins; the last one is shown. */
  const [starts, setStarts] = useState([0])
  const after = starts.at(-1) ?? 0
  const query = { groupId, keyword, after, pageSize }
  const { data, error } = useAsked(api.groupMembers, { query })
  const departments = useAsked(consoleContract.departments, {}).data?.list ?? []
  const saving = useSaving()
  const add = (adding: Adding) =>
    saving.attempt(() => ask(api.saveGroupMembers, { body: { groupId, type, ...adding } }))
  const message = saving.error || error?.message
  return (
    <Dialog
      title={t('groups:membersOf', { name: group.name })}
      closeLabel={t('console:close')}
      width={680}
      tall
      onClose={onClose}
    >
      <div className={console.form}>
        {message && <Banner tone="danger">{message}</Banner>}
        <Select
          label={t('groups:addAs')}
          value={type}
          options={memberTypes.map((one) => ({ value: one, label: t(`groups:type.${one}`) }))}
          onChange={(event) =>
            setType(memberTypes.find((one) => one === event.target.value) ?? 'member')
          }
        />
        <p className={styles.note}>{t(`groups:typeNote.${type}`)}</p>
        <AddMember departments={departmentOptions(departments)} onAdd={add} />
        <TextField
          type="search"
          label={t('groups:filter')}
          maxLength={100}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            setStarts([0])
          }}
        />
        <Entries groupId={groupId} list={data?.list ?? []} saving={saving} />
        {(starts.length > 1 || data?.hasMore) && (
          <div className={console.pager}>
            <Button
              size="sm"
              disabled={starts.length === 1}
              onClick={() => setStarts(starts.slice(0, -1))}
            >
              {t('console:before')}
            </Button>
            <Button
              size="sm"
              disabled={!data?.hasMore}
              onClick={() => setStarts([...starts, data?.list.at(-1)?.memberId ?? 0])}
            >
              {t('console:next')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface EntriesProps {
  groupId: number
  list: readonly GroupMember[]
  saving: ReturnType<typeof useSaving>
}

function Entries({ groupId, list, saving: { save } }: EntriesProps) {
  const { t } = useTranslation('console-groups')
  if (list.length === 0) return <p className={styles.note}>{t('groups:nobody')}</p>
  return (
    <ul className={styles.entries} aria-label={t('groups:members')}>
      {list.map(({ memberId, name, address, kind, department, type }) => (
        <li key={memberId}>
          <div className={styles.words}>
            <Isolated>{name || address}</Isolated>
            <span className={styles.note}>
              {[address === name ? '' : address, department, t(`groups:kind.${kind}`)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          <Select
            label={t('groups:typeOf', { name })}
            hideLabel
            value={type}
            options={memberTypes
              .filter((one) => kind === 'person' || one !== 'manager')
              .map((one) => ({ value: one, label: t(`groups:type.${one}`) }))}
            onChange={(event) => {
              const to = memberTypes.find((one) => one === event.target.value)
              const body = { groupId, type: to ?? type, memberIds: [memberId] }
              save(() => ask(api.saveGroupMembers, { body }))
            }}
          />
          <IconButton
            icon={iconClose}
            size="sm"
            label={t('groups:removeMember', { name })}
            onClick={() =>
              save(() => ask(api.removeGroupMembers, { body: { groupId, memberIds: [memberId] } }))
            }
          />
        </li>
      ))}
    </ul>
  )
}
