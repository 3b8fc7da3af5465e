import { compose } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { listTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconBack, iconTrash } from '../../../ui/icons.ts'
import { iconGrow, iconShrink } from '../../../ui/icons-later.ts'
import { toast } from '../../../ui/toast-store.ts'
import { AssistantButton } from '../../assistant/assistant.public.tsx'
import { isEmpty } from '../draft/compose-content.ts'
import type { DraftState } from '../draft/draft-machine.ts'
import { SendButton } from '../send/send-button.tsx'
import styles from './compose.module.css'
import type { Composer } from './use-compose.ts'

interface ComposeBarProps {
  composer: Composer
  sending: boolean
  /** When a mail that was scheduled would have left. */
  scheduledBefore: string | null
  /** The message it answers; null for none. */
  answers: number | null
  fullScreen: boolean
  onFullScreen: (fullScreen: boolean) => void
  onSend: (scheduledTime?: string) => void
  /** Back, with the draft kept. */
  onLeave: () => void
  /** The draft is thrown away. */
  onDone: () => void
}

/** The bar on top: back, send, what the draft is doing, and the rarer things. */
export function ComposeBar(props: ComposeBarProps) {
  const { t } = useTranslation('compose')
  const { composer, sending, scheduledBefore, fullScreen, onSend, onLeave } = props
  const [asksDiscard, setAsksDiscard] = useState(false)
  const discard = async () => {
    setAsksDiscard(false)
    if (await throwAway(composer)) {
      props.onDone()
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
      <SendButton
        composer={composer}
        sending={sending}
        scheduledBefore={scheduledBefore}
        onSend={onSend}
      />
      <DraftStatus draft={composer.draft} />
      <span className={styles.spring} />
      <AssistantButton on={props.answers === null ? 'compose' : 'reply'} />
      <IconButton
        icon={fullScreen ? iconShrink : iconGrow}
        label={t(fullScreen ? 'fullScreenOff' : 'fullScreen')}
        pressed={fullScreen}
        onClick={() => props.onFullScreen(!fullScreen)}
      />
      <IconButton icon={iconTrash} label={t('draft.discard')} onClick={askDiscard} />
      {asksDiscard && (
        <ConfirmDialog
          title={t('draft.discardTitle')}
          words={{ close: t('close'), cancel: t('cancel'), confirm: t('draft.discard') }}
          danger
          onCancel={() => setAsksDiscard(false)}
          onConfirm={() => void discard()}
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
    tellTrouble(error)
    return false
  }
}
