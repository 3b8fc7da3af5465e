import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { rules } from '@hongyan/contract/rules'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { lazyPart } from '../../../../lib/lazy-part.ts'
import { useMay } from '../../../../lib/me.ts'
import { iconSort } from '../../../../ui/icons.ts'
import type { MenuEntry } from '../../../../ui/menu.tsx'
import { useFolders } from '../../../folders/folders.public.ts'

const RuleFromMail = lazyPart(
  () => import('../../../rules/rule-from-mail.public.tsx'),
  'RuleFromMail',
)

/** What else can be made of a mail: a rule. Menu entries, and the dialog they open. */
export function useMailExtras(mail: MessageDetail | MessageItem): {
  entries: MenuEntry[]
  dialog: ReactNode
} {
  const { t } = useTranslation('reader')
  const { own } = useFolders()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const may = useMay()
  if (mail.draft || !may(rules.save)) return { entries: [], dialog: null }
  const home = own.find(({ folderId }) => folderId === mail.mailboxId) ?? own[0]
  return {
    entries: [
      {
        id: 'make-rule',
        label: t('rules:fromMail'),
        icon: iconSort,
        onSelect: () => setOpen(true),
      },
    ],
    dialog: open && (
      <Suspense fallback={null}>
        <RuleFromMail sender={mail.mailFrom} folderId={home?.folderId ?? null} onClose={close} />
      </Suspense>
    ),
  }
}
