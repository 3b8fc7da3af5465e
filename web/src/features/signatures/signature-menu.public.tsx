import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconSignature } from '../../ui/icons-later.ts'
import { Menu, type MenuChoice, type MenuEntry } from '../../ui/menu.tsx'
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
  const choiceOf = (one: (typeof data)[number]): MenuChoice => ({
    id: `sign ${one.signId}`,
    label: one.name,
    ...(one.isSystem && { hint: t('system') }),
    checked: one.signId === signId,
    onSelect: () => onPick(one.signId),
  })
  const choices: MenuChoice[] = [
    { id: 'none', label: t('none'), checked: !isSigned, onSelect: () => onPick(null) },
    ...data.filter((one) => !one.isSystem).map(choiceOf),
    ...data.filter((one) => one.isSystem).map(choiceOf),
  ]
  const entries: MenuEntry[] = [
    { kind: 'group', id: 'signatures', label: t('title'), hidesLabel: true, choices },
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
