import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import {
  iconBack,
  iconChevronDown,
  iconChevronUp,
  iconCode,
  iconForward,
  iconInfo,
  iconMail,
  iconMinus,
  iconMoon,
  iconMore,
  iconMove,
  iconPlus,
  iconPrint,
  iconReply,
  iconReplyAll,
  iconTrash,
} from '../../../../ui/icons.ts'
import { Menu } from '../../../../ui/menu.tsx'
import type { ReaderActions as Actions } from '../../action-types.ts'
import { markSeen } from '../../message-actions.ts'
import { MoveMenu } from '../../move-menu.tsx'
import styles from '../reader.module.css'
import type { Rendering } from '../use-rendering.ts'
import { useMailExtras } from './mail-extras.tsx'

interface ReaderActionsProps {
  mail: MessageDetail | MessageItem
  wide: boolean
  actions: Actions
  rendering: Rendering
  onPrint: () => void
  onShowSource: (part: 'whole' | 'headers') => void
}

/** The bar over a mail. */
export function ReaderActions(props: ReaderActionsProps) {
  const { mail, wide, actions, rendering, onPrint, onShowSource } = props
  const { t } = useTranslation('reader')
  const write = (mode: 'reply' | 'replyAll' | 'forward') => () => actions.write(mode, mail.mailId)
  const extras = useMailExtras(mail)
  const isProtected = 'isAuthorised' in mail && mail.isAuthorised
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('actions')}>
      {!wide && <IconButton icon={iconBack} label={t('common:back')} onClick={actions.back} />}
      <Button kind="quiet" size="sm" icon={iconReply} onClick={write('reply')}>
        {t('reply')}
      </Button>
      <Button
        kind="quiet"
        size="sm"
        icon={iconReplyAll}
        className={styles.roomy}
        onClick={write('replyAll')}
      >
        {t('replyAll')}
      </Button>
      <Button
        kind="quiet"
        size="sm"
        icon={iconForward}
        className={styles.roomy}
        disabled={isProtected}
        onClick={write('forward')}
      >
        {t('forward')}
      </Button>
      <span className={styles.rule} />
      <IconButton
        icon={iconTrash}
        label={t('list:delete')}
        shortcut="e"
        onClick={() => actions.remove(mail)}
      />
      <MoveMenu
        from={mail.mailboxId}
        onMove={(to) => actions.move(mail, to)}
        trigger={(props) => <IconButton icon={iconMove} label={t('list:move')} {...props} />}
      />
      <IconButton
        icon={iconMail}
        label={t(mail.seen ? 'list:markUnread' : 'list:markRead')}
        shortcut="u"
        onClick={() => void markSeen([mail], !mail.seen)}
      />
      <Menu
        label={t('more')}
        align="end"
        trigger={(props) => <IconButton icon={iconMore} label={t('more')} {...props} />}
        entries={[
          {
            id: 'replyAll',
            label: t('replyAll'),
            icon: iconReplyAll,
            hint: 'a',
            onSelect: write('replyAll'),
          },
          {
            id: 'forward',
            label: t('forward'),
            icon: iconForward,
            hint: 'f',
            disabled: isProtected,
            onSelect: write('forward'),
          },
          { kind: 'divider', id: 'rule' },
          ...extras.entries,
          // There is nothing to print: the body of a protected mail is never in the mailbox.
          ...(isProtected
            ? []
            : [{ id: 'print', label: t('print'), icon: iconPrint, hint: 'P', onSelect: onPrint }]),
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
      <span className={styles.gap} />
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
      {extras.dialog}
    </div>
  )
}
