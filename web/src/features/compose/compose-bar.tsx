import { compose } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { listTime } from '../../lib/dates.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useDateStyle } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconBack, iconMore, iconSent, iconTrash } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast-store.ts'
import styles from './compose.module.css'
import { isEmpty } from './compose-content.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { DraftState } from './draft-machine.ts'
import type { Composer } from './use-compose.ts'

interface ComposeBarProps {
  composer: Composer
  sending: boolean
  onSend: () => void
  onLeave: () => void
}

/** The bar on top: back, send, what the draft is doing, and the rarer things. */
export function ComposeBar({ composer, sending, onSend, onLeave }: ComposeBarProps) {
  const { t } = useTranslation('compose')
  const [asksDiscard, setAsksDiscard] = useState(false)
  const { priority } = composer.fields
  const discard = async () => {
    setAsksDiscard(false)
    if (await throwAway(composer)) {
      onLeave()
      toast({ kind: 'info', text: t('draft.discarded') })
    }
  }
  const askDiscard = () => {
    if (composer.draft.draftId === null && isEmpty(composer.read())) void discard()
    else setAsksDiscard(true)
  }
  return (
    <header className={styles.bar}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <IconButton icon={iconBack} label={t('back')} shortcut="Esc" onClick={onLeave} />
      <Button kind="primary" icon={iconSent} busy={sending} onClick={onSend} title="Ctrl+Enter">
        {t(sending ? 'sending' : 'send')}
      </Button>
      <DraftStatus draft={composer.draft} />
      <span className={styles.spring} />
      <IconButton icon={iconTrash} label={t('draft.discard')} onClick={askDiscard} />
      <Menu
        label={t('more')}
        align="end"
        trigger={(props) => <IconButton {...props} icon={iconMore} label={t('more')} />}
        entries={[
          { kind: 'heading', id: 'priority', label: t('priority.heading') },
          ...(['high', 'normal', 'low'] as const).map((one) => ({
            id: one,
            label: t(`priority.${one}`),
            checked: one === priority,
            onSelect: () => composer.change({ priority: one }),
          })),
        ]}
      />
      {asksDiscard && (
        <ConfirmDialog
          title={t('draft.discardTitle')}
          yes={t('draft.discard')}
          no={t('cancel')}
          danger
          onAnswer={(yes) => (yes ? void discard() : setAsksDiscard(false))}
        >
          {t('draft.discardText')}
        </ConfirmDialog>
      )}
    </header>
  )
}

function DraftStatus({ draft }: { draft: DraftState }) {
  const { t } = useTranslation('compose')
  const style = useDateStyle()
  const [text, warns] = statusOf(draft)
  return (
    <span className={warns ? styles.statusWarn : styles.status} role="status">
      {text}
    </span>
  )

  function statusOf(state: DraftState): [text: string, warns: boolean] {
    switch (state.kind) {
      case 'saving':
        return [t('draft.saving'), false]
      case 'saved':
        return [
          t('draft.saved', { time: listTime(new Date(state.at).toISOString(), style) }),
          false,
        ]
      case 'offline':
        if (state.reason === 'network') return [t('draft.offline'), true]
        return [t('draft.refused', { message: errorText(state.reason, currentLanguage()) }), true]
      default:
        return ['', false]
    }
  }
}

/** Deletes the draft for good. False when the server refused; then everything stays. */
async function throwAway(composer: Composer): Promise<boolean> {
  const { keeper } = composer
  try {
    if (keeper.state.draftId !== null) {
      // The message of a draft changes with every save: saving once more tells which it is.
      if (keeper.mailId === null) keeper.edited()
      await keeper.flush()
      if (keeper.mailId !== null) {
        await call(compose.deleteDrafts, { body: { mailIds: [keeper.mailId] } })
      }
    }
    keeper.finish()
    return true
  } catch (error) {
    toast({ kind: 'error', text: error instanceof Error ? error.message : String(error) })
    return false
  }
}
