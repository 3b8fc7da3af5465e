import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { iconClock, iconSort } from '../../../../ui/icons.ts'
import type { MenuEntry } from '../../../../ui/menu.tsx'
import { useFolders } from '../../../folders/folders.public.ts'

const TodoDialog = lazy(() =>
  import('../../../todo/todo-dialog.public.tsx').then(({ TodoDialog }) => ({
    default: TodoDialog,
  })),
)
const RuleFromMail = lazy(() =>
  import('../../../rules/rule-from-mail.public.tsx').then(({ RuleFromMail }) => ({
    default: RuleFromMail,
  })),
)

/** What else can be made of a mail: a todo entry, a rule. Menu entries, and the dialog they open. */
export function useMailExtras(mail: MessageDetail | MessageItem): {
  entries: MenuEntry[]
  dialog: ReactNode
} {
  const { t } = useTranslation('reader')
  const { own } = useFolders()
  const [open, setOpen] = useState<'todo' | 'rule' | null>(null)
  const close = () => setOpen(null)
  if (mail.draft) return { entries: [], dialog: null }
  const home = own.find(({ folderId }) => folderId === mail.mailboxId) ?? own[0]
  return {
    entries: [
      {
        id: 'todo',
        label: t('todo:fromMail'),
        icon: iconClock,
        onSelect: () => setOpen('todo'),
      },
      {
        id: 'make-rule',
        label: t('rules:fromMail'),
        icon: iconSort,
        onSelect: () => setOpen('rule'),
      },
    ],
    dialog: open && (
      <Suspense fallback={null}>
        {open === 'todo' ? (
          <TodoDialog mailId={mail.mailId} subject={mail.mailSubject} onClose={close} />
        ) : (
          <RuleFromMail sender={mail.mailFrom} folderId={home?.folderId ?? null} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
