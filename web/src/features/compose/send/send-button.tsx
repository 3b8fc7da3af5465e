import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSettings } from '../../../lib/me.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  iconCheck,
  iconChevronDown,
  iconClock,
  iconLock,
  iconSent,
  iconShield,
} from '../../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import type { Composer } from '../screen/use-compose.ts'
import { AuthoriseDialog } from './authorise-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import styles from './send-options.module.css'

interface SendButtonProps {
  composer: Composer
  sending: boolean
  /** When a mail that was scheduled would have left. */
  scheduledBefore: string | null
  /** @param scheduledTime ISO 8601; absent: now */
  onSend: (scheduledTime?: string) => void
}

/** Send, and beside it every other way to send. */
export function SendButton({ composer, sending, scheduledBefore, onSend }: SendButtonProps) {
  const { t } = useTranslation('compose')
  const [dialog, setDialog] = useState<'schedule' | 'authorise' | null>(null)
  const { priority, options } = composer.fields
  const canEncrypt = useCanEncrypt()
  const change = (part: Partial<typeof options>) =>
    composer.change({ options: { ...options, ...part } })
  const close = () => setDialog(null)
  const entries: MenuEntry[] = [
    {
      id: 'schedule',
      label: t('schedule.menu'),
      icon: iconClock,
      onSelect: () => setDialog('schedule'),
    },
    {
      kind: 'check',
      id: 'authorise',
      label: t('authorise.menu'),
      icon: iconLock,
      checked: options.authorisation !== null,
      onSelect: () => setDialog('authorise'),
    },
    ...(canEncrypt
      ? [
          {
            kind: 'check' as const,
            id: 'encrypt',
            label: t('encrypt.menu'),
            hint: t('encrypt.hint'),
            icon: iconShield,
            checked: options.encrypt,
            onSelect: () => change({ encrypt: !options.encrypt }),
          },
        ]
      : []),
    { kind: 'divider', id: 'rule' },
    {
      kind: 'check',
      id: 'separate',
      label: t('options.separate'),
      hint: t('options.separateHint'),
      checked: options.isSeparate,
      onSelect: () => change({ isSeparate: !options.isSeparate }),
    },
    {
      kind: 'check',
      id: 'receipt',
      label: t('options.receipt'),
      checked: options.needReceipt,
      onSelect: () => change({ needReceipt: !options.needReceipt }),
    },
    {
      kind: 'group',
      id: 'priority',
      label: t('priority.heading'),
      choices: (['high', 'normal', 'low'] as const).map((one) => ({
        id: one,
        label: t(`priority.${one}`),
        checked: one === priority,
        onSelect: () => composer.change({ priority: one }),
      })),
    },
  ]
  return (
    <span className={styles.split}>
      <Button
        kind="primary"
        icon={iconSent}
        busy={sending}
        className={styles.main}
        onClick={() => onSend()}
        title="Ctrl+Enter"
      >
        {t(sending ? 'sending' : 'send')}
      </Button>
      <Menu
        label={t('options.menu')}
        trigger={(props) => (
          <Button
            {...props}
            kind="primary"
            className={styles.more}
            disabled={sending}
            aria-label={t('options.menu')}
          >
            <Icon icon={iconChevronDown} size={16} />
          </Button>
        )}
        entries={entries}
      />
      {dialog === 'schedule' && (
        <ScheduleDialog
          before={scheduledBefore}
          onClose={close}
          onChoose={(time) => {
            close()
            onSend(time)
          }}
        />
      )}
      {dialog === 'authorise' && (
        <AuthoriseDialog
          before={options.authorisation}
          onClose={close}
          onChoose={(authorisation) => {
            close()
            change({ authorisation })
          }}
        />
      )}
    </span>
  )
}

/** Both switches of the organisation are on (SENDMODES-15, KEYS-07). */
function useCanEncrypt(): boolean {
  const settings = useSettings()
  return settings?.smimeEnable === 1 && settings.secretModeEnable === 1
}

/** The chosen ways of sending, where the writer sees them; each can be taken away. */
export function SendOptionChips({ composer }: { composer: Composer }) {
  const { t } = useTranslation('compose')
  const { options } = composer.fields
  const { authorisation, isSeparate, needReceipt, encrypt } = options
  const change = (part: Partial<typeof options>) =>
    composer.change({ options: { ...options, ...part } })
  const chosen = [
    isSeparate && { id: 'separate', text: t('options.separate'), off: { isSeparate: false } },
    needReceipt && { id: 'receipt', text: t('options.receipt'), off: { needReceipt: false } },
    encrypt && { id: 'encrypt', text: t('encrypt.menu'), off: { encrypt: false } },
    authorisation && {
      id: 'authorised',
      text: t('authorise.chip', { reads: authorisation.readCount, days: authorisation.validDays }),
      off: { authorisation: null },
    },
  ].filter((one) => typeof one === 'object' && one !== null)
  if (chosen.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('options.chosen')}>
      {chosen.map(({ id, text, off }) => (
        <li key={id} className={styles.chip}>
          <Icon icon={iconCheck} size={14} />
          {text}
          <button
            type="button"
            className={styles.off}
            aria-label={t('options.off', { name: text })}
            onClick={() => change(off)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
