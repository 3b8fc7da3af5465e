import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconSignature } from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { signaturesQuery } from './signatures-query.ts'

interface SignatureMenuProps {
  /** The one in the mail. */
  signId: number | null
  /** There is one, of whatever origin. */
  isSigned: boolean
  onPick: (signId: number | null) => void
}

/** Switches the signature of a mail, or takes it out. */
export function SignatureMenu({ signId, isSigned, onPick }: SignatureMenuProps) {
  const { t } = useTranslation('signatures')
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(false)
  // Asked for when somebody is about to open it: the first text of a mail does not wait for it.
  const { data = [] } = useQuery({ ...signaturesQuery, enabled: wanted, staleTime: 30_000 })
  const entryOf = (one: (typeof data)[number]): MenuEntry => ({
    id: `sign ${one.signId}`,
    label: one.name,
    checked: one.signId === signId,
    onSelect: () => onPick(one.signId),
  })
  const own = data.filter((one) => !one.isSystem).map(entryOf)
  const system = data.filter((one) => one.isSystem).map(entryOf)
  const entries: MenuEntry[] = [
    { id: 'none', label: t('none'), checked: !isSigned, onSelect: () => onPick(null) },
    ...group('own', t('own'), own),
    ...group('system', t('system'), system),
    { kind: 'divider', id: 'line' },
    { id: 'manage', label: t('manage'), onSelect: () => void navigate('/set/signature') },
  ]
  const want = () => setWanted(true)
  return (
    <Menu
      label={t('title')}
      align="end"
      entries={entries}
      trigger={(props) => (
        <IconButton
          {...props}
          icon={iconSignature}
          label={t('title')}
          size="sm"
          onPointerEnter={want}
          onFocus={want}
        />
      )}
    />
  )
}

function group(id: string, label: string, entries: MenuEntry[]): MenuEntry[] {
  return entries.length === 0 ? [] : [{ kind: 'heading', id, label }, ...entries]
}
