import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { useUser } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { iconPeople } from '../../ui/icons.ts'
import { mailboxesQuery, useMailboxPicker } from './switching.ts'

/** In the account panel, where there is a mailbox to switch to (PUBLICBOX-01). */
export function SwitchEntry({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation('public-boxes')
  const user = useUser()
  const { data } = useQuery(mailboxesQuery)
  const others = (data?.list ?? []).filter((one) => one.emailAddr !== user?.emailAddr)
  if (others.length === 0) return null
  return (
    <Button
      kind="secondary"
      block
      icon={iconPeople}
      onClick={() => {
        onPick()
        useMailboxPicker.setState({ open: true })
      }}
    >
      {t('pick')}
    </Button>
  )
}
