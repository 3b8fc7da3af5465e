import type { MailGroup } from '@hongyan/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconCompose, iconPeople, iconPlus, iconTrash } from '../../ui/icons.ts'
import { iconPencil } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { composePath } from '../messages/messages.public.ts'
import { Page } from '../settings/form.public.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { GroupDialog } from './group-dialog.public.tsx'
import styles from './groups.module.css'
import { groupsQuery, removeGroup, type Which } from './groups-query.ts'
import { HeldPosts } from './held-posts.tsx'
import { MembersDialog } from './members-dialog.tsx'

type Open =
  | { what: 'edit' | 'members' | 'remove' | 'archive'; group: MailGroup }
  | { what: 'new' }
  | null

/** /addressbook/groupmanagement (R43) and /addressbook/contactgroups (R44). */
export function GroupsScreen({ which }: { which: Which }) {
  const { t } = useTranslation('groups')
  const { data, error, refetch } = useQuery(groupsQuery(which))
  const [open, setOpen] = useState<Open>(null)
  const isManaged = which === 'managed'
  const create = isManaged && data?.mayCreate && (
    <Button kind="primary" icon={iconPlus} onClick={() => setOpen({ what: 'new' })}>
      {t('create')}
    </Button>
  )
  return (
    <div className={styles.screen}>
      <Page
        wide
        title={t(which)}
        text={t(isManaged ? 'managedText' : 'authorisedText')}
        actions={data && data.list.length > 0 && create}
      >
        {error && !data && (
          <EmptyState
            title={error.message}
            action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
          />
        )}
        {isManaged && <HeldPosts />}
        {!data && !error && <Skeleton height={72} />}
        {data?.list.length === 0 && <NoGroups which={which} create={create} />}
        {data && data.list.length > 0 && (
          <ul className={styles.list} aria-label={t(which)}>
            {data.list.map((group) => (
              <GroupRow key={group.groupId} group={group} which={which} onOpen={setOpen} />
            ))}
          </ul>
        )}
      </Page>
      <Opened open={open} domains={data?.domains ?? []} onClose={() => setOpen(null)} />
    </div>
  )
}

function NoGroups({ which, create }: { which: Which; create: React.ReactNode }) {
  const { t } = useTranslation('groups')
  const picture = <Icon icon={iconPeople} size={48} />
  if (which === 'authorised') return <EmptyState title={t('noneAuthorised')} picture={picture} />
  if (!create) return <EmptyState title={t('noneManaged')} picture={picture} />
  return <EmptyState title={t('none')} text={t('noneText')} picture={picture} action={create} />
}

interface GroupRowProps {
  group: MailGroup
  which: Which
  onOpen: (open: Open) => void
}

function GroupRow({ group, which, onOpen }: GroupRowProps) {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const { name, address, memberCount, senders, description } = group
  const write = () => void navigate(`${composePath('new')}?mailTo=${encodeURIComponent(address)}`)
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon icon={iconPeople} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <Isolated>{name}</Isolated>
        </p>
        <p className={styles.note}>
          <Isolated>{address}</Isolated> · {t('reaches', { count: memberCount })} ·{' '}
          {t(`sender.${senders}`)}
        </p>
        {description !== '' && <p className={styles.note}>{description}</p>}
      </div>
      <div className={styles.buttons}>
        {which === 'managed' && (
          <Button size="sm" onClick={() => onOpen({ what: 'members', group })}>
            {t('members')}
          </Button>
        )}
        {group.mayRead && (
          <Button size="sm" onClick={() => onOpen({ what: 'archive', group })}>
            {t('archive.title')}
          </Button>
        )}
        {group.maySend && (
          <Button size="sm" icon={iconCompose} onClick={write}>
            {t('write')}
          </Button>
        )}
        {which === 'managed' && (
          <>
            <IconButton
              icon={iconPencil}
              label={t('edit')}
              size="sm"
              onClick={() => onOpen({ what: 'edit', group })}
            />
            <IconButton
              icon={iconTrash}
              label={t('remove')}
              size="sm"
              onClick={() => onOpen({ what: 'remove', group })}
            />
          </>
        )}
      </div>
    </li>
  )
}

interface OpenedProps {
  open: Open
  domains: string[]
  onClose: () => void
}

function Opened({ open, domains, onClose }: OpenedProps) {
  if (!open) return null
  if (open.what === 'new') return <GroupDialog group={null} domains={domains} onClose={onClose} />
  const { what, group } = open
  if (what === 'edit') return <GroupDialog group={group} domains={domains} onClose={onClose} />
  if (what === 'archive') return <ArchiveDialog group={group} onClose={onClose} />
  if (what === 'members') return <MembersDialog group={group} onClose={onClose} />
  return <RemoveQuestion group={group} onClose={onClose} />
}

function RemoveQuestion({ group, onClose }: { group: MailGroup; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const { busy, error, attempt } = useAttempt()
  const onConfirm = async () => {
    if (!(await attempt(() => removeGroup(group)))) return
    toast({ kind: 'success', text: t('removed') })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('remove') }}
      danger
      busy={busy}
      error={error}
      onCancel={onClose}
      onConfirm={() => void onConfirm()}
    >
      {t('removeText', { name: group.name, address: group.address })}
    </ConfirmDialog>
  )
}
