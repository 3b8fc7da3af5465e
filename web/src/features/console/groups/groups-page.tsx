import { groupsEndpoints as api } from '@hongyan/contract/console-groups'
import type { MailGroup } from '@hongyan/contract/groups'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconPlus, iconTrash } from '../../../ui/icons.ts'
import { iconPencil } from '../../../ui/icons-later.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { GroupDialog } from '../../groups/group-dialog.public.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { Pager } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import { GroupMembers } from './group-members.tsx'

const pageSize = 30

type Open = { what: 'edit' | 'members' | 'remove'; group: MailGroup } | { what: 'new' } | null

/** Mail groups of the organisation. */
export function GroupsPage() {
  const { t } = useTranslation('console-groups')
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open>(null)
  const { data, error } = useAsked(api.groups, { query: { keyword, pageNum: page, pageSize } })
  return (
    <>
      <h1 className={console.title}>{t('title')}</h1>
      <div className={console.tools}>
        <TextField
          type="search"
          label={t('search')}
          hideLabel
          placeholder={t('search')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            setPage(1)
          }}
        />
        {/* A new one takes the first domain, which comes with the list. */}
        <Button
          kind="primary"
          icon={iconPlus}
          disabled={!data}
          onClick={() => setOpen({ what: 'new' })}
        >
          {t('groups:create')}
        </Button>
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data?.list.length === 0 && <EmptyState title={t(keyword === '' ? 'noneYet' : 'none')} />}
      {data && data.list.length > 0 && <Table list={data.list} onOpen={setOpen} />}
      {data && <Pager page={page} size={pageSize} total={data.total} onPage={setPage} />}
      <Opened open={open} domains={data?.domains ?? []} onClose={() => setOpen(null)} />
    </>
  )
}

function Table({ list, onOpen }: { list: readonly MailGroup[]; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('console-groups')
  return (
    <Scroller>
      <table className={console.table}>
        <thead>
          <tr>
            <th scope="col">{t('groups:name')}</th>
            <th scope="col">{t('groups:address')}</th>
            <th scope="col">{t('groups:senders')}</th>
            <th scope="col">{t('reaches')}</th>
            <th scope="col">{t('acts')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((group) => (
            <tr key={group.groupId}>
              <td>
                <button
                  type="button"
                  className={console.person}
                  onClick={() => onOpen({ what: 'members', group })}
                >
                  <Isolated>{group.name}</Isolated>
                </button>{' '}
                {group.moderated && <Chip tone="accent">{t('moderated')}</Chip>}{' '}
                {group.archive && <Chip>{t('archive')}</Chip>}
              </td>
              <td>
                <Isolated>{group.address}</Isolated>
              </td>
              <td>{t(`groups:sender.${group.senders}`)}</td>
              <td>{group.memberCount}</td>
              <td>
                <IconButton
                  icon={iconPencil}
                  size="sm"
                  label={t('edit', { name: group.name })}
                  onClick={() => onOpen({ what: 'edit', group })}
                />
                <IconButton
                  icon={iconTrash}
                  size="sm"
                  label={t('remove', { name: group.name })}
                  onClick={() => onOpen({ what: 'remove', group })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Opened({
  open,
  domains,
  onClose,
}: {
  open: Open
  domains: string[]
  onClose: () => void
}) {
  const queries = useQueryClient()
  if (!open) return null
  if (open.what === 'members') return <GroupMembers group={open.group} onClose={onClose} />
  if (open.what === 'remove') return <RemoveQuestion group={open.group} onClose={onClose} />
  return (
    <GroupDialog
      group={open.what === 'edit' ? open.group : null}
      domains={domains}
      save={async (body) => {
        await ask(api.saveGroup, { body })
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    />
  )
}

function RemoveQuestion({ group, onClose }: { group: MailGroup; onClose: () => void }) {
  const { t } = useTranslation('console-groups')
  const { error, attempt } = useSaving()
  const remove = async () => {
    const { groupId } = group
    if (await attempt(() => ask(api.removeGroup, { body: { groupId } }))) onClose()
  }
  return (
    <ConfirmDialog
      title={t('groups:removeTitle')}
      words={{
        close: t('console:close'),
        cancel: t('common:cancel'),
        confirm: t('groups:remove'),
      }}
      danger
      error={error}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t('groups:removeText', { name: group.name, address: group.address })}</p>
    </ConfirmDialog>
  )
}
