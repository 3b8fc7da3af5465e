import { type RewriteWay, rewriteLength, rewriteWays } from '@hongyan/contract/assistant-wire'
import { errorText } from '@hongyan/contract/errors'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { EditorHandle } from '../../../editor/editor-api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import type { Translate } from '../../../lib/translate.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { replaceSelected } from '../../compose/open-text.public.ts'
import { useOffers } from './use-offers.ts'

/** Nothing of them is loaded before they are asked for. */
const RewriteDialog = lazyPart(() => import('./rewrite-dialog.tsx'), 'RewriteDialog')
const SubjectDialog = lazyPart(() => import('./subject-dialog.tsx'), 'SubjectDialog')

interface WritingToolProps {
  editor: RefObject<EditorHandle | null>
  /** The message that is answered; null for none. */
  answers: number | null
  /** It is to be sent encrypted, or to be read in a limited way: its text goes to no model. */
  isSecret: boolean
}

const tell = (text: string) => toast({ kind: 'info', text, topic: 'assistant-writing' })
const tellSecret = () => tell(errorText('assistant.protected', currentLanguage()))

/**
 * Rewrites what is selected in the text; not there where no model does it. The dialog stands apart from the tool: in a row of tools it
 * would be one of them.
 */
export function useRewriting({ editor, answers, isSecret }: WritingToolProps): {
  tool: ReactNode
  dialog: ReactNode
} {
  const { t } = useTranslation('compose')
  const isOffered = useOffers('rewrite', { byModel: true })
  const [open, setOpen] = useState<{ way: RewriteWay; passage: string } | null>(null)
  const taken = useRef<string | null>(null)
  const wasOpen = useRef(false)
  // Only when the dialog is gone: while it is open, everything behind it is inert and takes no focus.
  useEffect(() => {
    if (open === null && wasOpen.current) {
      const text = taken.current
      taken.current = null
      editor.current?.focus('keep')
      if (text !== null) putIn(editor, text, t)
    }
    wasOpen.current = open !== null
  }, [open, editor, t])
  const begin = (way: RewriteWay) => {
    const passage = editor.current?.getSelectedText() ?? ''
    if (isSecret) tellSecret()
    else if (passage.trim() === '') tell(t('rewrite.nothing'))
    else if (passage.length > rewriteLength) tell(t('rewrite.tooLong'))
    else setOpen({ way, passage })
  }
  const close = (text: string | null) => {
    taken.current = text
    setOpen(null)
  }
  return {
    tool: isOffered && (
      <Menu
        label={t('rewrite.tool')}
        align="end"
        trigger={(props) => (
          <IconButton {...props} icon={iconSpark} label={t('rewrite.tool')} size="sm" />
        )}
        entries={rewriteWays.map((way) => ({
          id: way,
          label: t(`rewrite.${way}`),
          onSelect: () => begin(way),
        }))}
      />
    ),
    dialog: open !== null && <RewriteDialog {...open} answers={answers} onClose={close} />,
  }
}

/** In the place of what is selected, with a way back. */
function putIn(editor: WritingToolProps['editor'], text: string, t: Translate<'compose'>): void {
  if (editor.current === null) return
  const takeBack = replaceSelected(editor, text)
  const undo = () => {
    if (!takeBack()) tell(t('rewrite.writtenSince'))
  }
  toast({
    kind: 'success',
    text: t('rewrite.replaced'),
    action: { label: t('common:undo'), run: undo },
  })
}

interface SubjectToolProps extends WritingToolProps {
  subject: () => string
  onPick: (subject: string) => void
}

/** Finds words for the subject by what is written. */
export function SubjectTool({ editor, answers, isSecret, subject, onPick }: SubjectToolProps) {
  const { t } = useTranslation('compose')
  const isOffered = useOffers('subject', { byModel: false })
  const [passage, setPassage] = useState<string | null>(null)
  if (!isOffered) return null
  const begin = () => {
    const written = editor.current?.getNewText().trim() ?? ''
    if (isSecret) tellSecret()
    else if (written === '') tell(t('rewrite.noText'))
    else setPassage(written.slice(0, rewriteLength))
  }
  const pick = (next: string) => {
    setPassage(null)
    const before = subject()
    onPick(next)
    const undo = () => {
      if (subject() === next) onPick(before)
      else tell(t('rewrite.writtenSince'))
    }
    toast({
      kind: 'success',
      text: t('rewrite.subjectSet'),
      action: { label: t('common:undo'), run: undo },
    })
  }
  return (
    <>
      <IconButton icon={iconSpark} label={t('rewrite.subject')} size="sm" onClick={begin} />
      {passage !== null && (
        <SubjectDialog
          passage={passage}
          answers={answers}
          onPick={pick}
          onClose={() => setPassage(null)}
        />
      )}
    </>
  )
}
