import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useRef } from 'react'
import { canCopy } from '../../../../lib/copy-text.ts'
import { fullTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useDateStyle, useMay } from '../../../../lib/me.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import {
  iconBack,
  iconChevronDown,
  iconChevronUp,
  iconForward,
  iconInfo,
  iconMore,
  iconPlus,
  iconReply,
} from '../../../../ui/icons.ts'
import {
  iconCode,
  iconCopy,
  iconMinus,
  iconMoon,
  iconPrint,
  iconReplyAll,
} from '../../../../ui/icons-later.ts'
import { Menu, type MenuEntry } from '../../../../ui/menu.tsx'
import { AssistantMailMenu, useHasAssistant } from '../../../assistant/assistant.public.tsx'
import { useFolders } from '../../../folders/folders.public.ts'
import type { ReaderActions as Actions } from '../../action-types.ts'
import { writeNeeds } from '../../compose-path.ts'
import { type OfferedAction, offeredActions } from '../../list/bars/offered-actions.ts'
import { useFit } from '../../list/bars/use-fit.ts'
import { MoveMenu } from '../../move-menu.tsx'
import { useHasOpenMail } from '../open-mail.ts'
import styles from '../reader.module.css'
import type { Rendering } from '../use-rendering.ts'
import { copyMail } from './copy-mail.ts'
import { useMailExtras } from './mail-extras.tsx'

interface ReaderActionsProps {
  mail: MessageDetail | MessageItem
  wide: boolean
  actions: Actions
  rendering: Rendering
  onPrint: () => void
  onShowSource: (part: 'whole' | 'headers') => void
}

/** The bar over a mail: answers, then what is done with mails as far as there is room, the rest in its menu. */
export function ReaderActions(props: ReaderActionsProps) {
  const { mail, wide, actions } = props
  const { t } = useTranslation('reader')
  const bar = useRef<HTMLDivElement>(null)
  const assists = useHasAssistant() && !('isAuthorised' in mail && mail.isAuthorised)
  const fit = useFit(bar, { button: 34, reserved: (wide ? 150 : 182) + (assists ? 34 : 0) })
  const isProtected = 'isAuthorised' in mail && mail.isAuthorised
  const answers = useMay()(writeNeeds) ? answersOf({ mail, actions, isProtected, t }) : []
  // With room for all, the answers have their names; with little, only the first stays in the bar.
  const roomy = fit >= 17
  const shown = fit >= 11 ? answers : answers.slice(0, 1)
  const { t: listText } = useTranslation('list')
  const offered = useOffered(mail, actions)
  const room = Math.max(2, fit - shown.length * (roomy ? 3 : 1) - (roomy ? 0 : 1))
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label={t('actions')}>
      {!wide && <IconButton icon={iconBack} label={t('common:back')} onClick={actions.back} />}
      {shown.map(({ id, label, icon, hint, onSelect, disabled }, index) =>
        roomy || index === 0 ? (
          <Button key={id} kind="quiet" size="sm" {...{ icon, disabled }} onClick={onSelect}>
            {label}
          </Button>
        ) : (
          <IconButton key={id} {...{ icon, label, disabled }} shortcut={hint} onClick={onSelect} />
        ),
      )}
      {shown.length > 0 && <span className={styles.rule} />}
      {offered.slice(0, room).map((action) => (
        <ActionButton key={action.id} action={action} mail={mail} actions={actions} />
      ))}
      <MoreMenu
        {...props}
        isProtected={isProtected}
        rest={() => [
          ...answers.slice(shown.length),
          ...offered.slice(room).map(({ id, icon, label, shortcut, run }) => ({
            id,
            icon,
            label: listText(label),
            ...(shortcut ? { hint: shortcut } : {}),
            onSelect: run,
          })),
        ]}
      />
      <span className={styles.gap} />
      {assists && <AssistantMailMenu mailId={isProtected ? null : mail.mailId} />}
      <IconButton
        icon={iconChevronUp}
        label={t('previous')}
        shortcut="k"
        onClick={() => actions.step(-1)}
      />
      <IconButton
        icon={iconChevronDown}
        label={t('next')}
        shortcut="j"
        onClick={() => actions.step(1)}
      />
    </div>
  )
}

interface Answering {
  mail: MessageDetail | MessageItem
  actions: Actions
  /** A protected mail is not passed on. */
  isProtected: boolean
  t: Translate<'reader'>
}

function answersOf({ mail, actions, isProtected, t }: Answering) {
  const write = (mode: 'reply' | 'replyAll' | 'forward') => () => actions.write(mode, mail.mailId)
  return [
    {
      id: 'reply',
      label: t('list:reply'),
      icon: iconReply,
      hint: 'r',
      disabled: false,
      onSelect: write('reply'),
    },
    {
      id: 'replyAll',
      label: t('list:replyAll'),
      icon: iconReplyAll,
      hint: 'a',
      disabled: false,
      onSelect: write('replyAll'),
    },
    {
      id: 'forward',
      label: t('list:forward'),
      icon: iconForward,
      hint: 'f',
      disabled: isProtected,
      onSelect: write('forward'),
    },
  ]
}

/** In the order in which they leave a narrow bar, last first. */
const order = [
  'restore',
  'notSpam',
  'archive',
  'delete',
  'seen',
  'move',
  'spam',
  'label',
  'todo',
  'pin',
]

const itemOf = (mail: MessageDetail | MessageItem): MessageItem => ({
  sortValues: '',
  optType: '',
  ...mail,
})

/** What can be done with the open mail, wherever it was opened from. */
function useOffered(mail: MessageDetail | MessageItem, actions: Actions): OfferedAction[] {
  const { all } = useFolders()
  const item = itemOf(mail)
  const role = all.find(({ folderId }) => folderId === mail.mailboxId)?.role ?? null
  const may = useMay()
  const offered = offeredActions({
    may,
    chosen: [item],
    role,
    actions: actions.on(item),
    whole: false,
  })
  return order.flatMap((id) => offered.find((action) => action.id === id) ?? [])
}

interface ActionButtonProps {
  action: OfferedAction
  mail: MessageDetail | MessageItem
  actions: Actions
}

function ActionButton({ action, mail, actions }: ActionButtonProps) {
  const { t } = useTranslation('list')
  const { id, icon, label, shortcut, run } = action
  if (id === 'move') {
    return (
      <MoveMenu
        from={mail.mailboxId}
        onMove={(to) => actions.move(mail, to)}
        trigger={(props) => <IconButton icon={icon} label={t(label)} {...props} />}
      />
    )
  }
  return (
    <IconButton
      icon={icon}
      label={t(label)}
      onClick={run}
      {...(id === 'pin' ? { pressed: mail.pinned } : {})}
      {...(shortcut ? { shortcut } : {})}
    />
  )
}

const withRule = (entries: MenuEntry[]): MenuEntry[] =>
  entries.length > 0 ? [...entries, { kind: 'divider', id: 'rule' }] : []

function MoreMenu(props: ReaderActionsProps & { rest: () => MenuEntry[]; isProtected: boolean }) {
  const { mail, rendering, onPrint, onShowSource, rest, isProtected } = props
  const { t } = useTranslation('reader')
  const extras = useMailExtras(mail, () => props.actions.on(itemOf(mail)).report())
  const dateStyle = useDateStyle()
  const hasOpen = useHasOpenMail()
  const copy = () => void copyMail(t, (iso) => fullTime(iso, dateStyle))
  return (
    <>
      <Menu
        label={t('more')}
        align="end"
        trigger={(trigger) => <IconButton icon={iconMore} label={t('more')} {...trigger} />}
        entries={() => [
          ...withRule(rest()),
          ...extras.entries,
          // There is nothing to print: the body of a protected mail is never in the mailbox.
          ...(isProtected
            ? []
            : [
                { id: 'print', label: t('print'), icon: iconPrint, hint: 'P', onSelect: onPrint },
                ...(hasOpen && canCopy()
                  ? [{ id: 'copy', label: t('copyText'), icon: iconCopy, onSelect: copy }]
                  : []),
              ]),
          { kind: 'divider', id: 'rule2' },
          {
            id: 'dark',
            label: t(rendering.dark ? 'light' : 'dark'),
            icon: iconMoon,
            hint: 'd',
            onSelect: rendering.toggleDark,
          },
          {
            id: 'larger',
            label: t('larger', { percent: Math.round(rendering.zoom * 100) }),
            icon: iconPlus,
            hint: '+',
            onSelect: () => rendering.scale(1),
          },
          {
            id: 'smaller',
            label: t('smaller'),
            icon: iconMinus,
            hint: '-',
            onSelect: () => rendering.scale(-1),
          },
          { kind: 'divider', id: 'rule3' },
          {
            id: 'headers',
            label: t('headers'),
            icon: iconInfo,
            hint: 'h',
            onSelect: () => onShowSource('headers'),
          },
          {
            id: 'source',
            label: t('source'),
            icon: iconCode,
            hint: 'o',
            onSelect: () => onShowSource('whole'),
          },
        ]}
      />
      {extras.dialog}
    </>
  )
}
