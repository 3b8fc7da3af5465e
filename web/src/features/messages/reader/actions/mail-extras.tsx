import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import { rules } from '@hongyan/contract/rules'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { lazyPart } from '../../../../lib/lazy-part.tsx'
import { useMay } from '../../../../lib/me.ts'
import { iconSort, iconWarning } from '../../../../ui/icons.ts'
import type { MenuEntry } from '../../../../ui/menu.tsx'
import { useFolders } from '../../../folders/folders.public.ts'

const RuleFromMail = lazyPart(
  () => import('../../../rules/rule-from-mail.public.tsx'),
  'RuleFromMail',
)

/** What else can be made of a mail: a report to the administrators, a rule. Menu entries, and the dialog they open. */
export function useMailExtras(
  mail: MessageDetail | MessageItem,
  onReport: () => void,
): {
  entries: MenuEntry[]
  dialog: ReactNode
} {
  const { t } = useTranslation('reader')
  const { all, own } = useFolders()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const may = useMay()
  const isSent = all.find(({ folderId }) => folderId === mail.mailboxId)?.role === 'sent'
  const reports = !mail.draft && !isSent && may(protection.report)
  const rulesToo = !mail.draft && may(rules.save)
  const home = own.find(({ folderId }) => folderId === mail.mailboxId) ?? own[0]
  return {
    entries: [
      ...(reports
        ? [{ id: 'report', label: t('report'), icon: iconWarning, onSelect: onReport }]
        : []),
      ...(rulesToo
        ? [
            {
              id: 'make-rule',
              label: t('rules:fromMail'),
              icon: iconSort,
              onSelect: () => setOpen(true),
            },
          ]
        : []),
    ],
    dialog: open && (
      <RuleFromMail sender={mail.mailFrom} folderId={home?.folderId ?? null} onClose={close} />
    ),
  }
}
