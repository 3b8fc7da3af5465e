import { type ClipboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { usePageTitle } from '../../../lib/page-title.ts'
import { isCovered } from '../../../ui/use-modal.ts'
import { SubjectTool, useRewriting } from '../../assistant/beyond/writing-tools.public.tsx'
import { AnsweringNotice } from '../../public-boxes/public-boxes.public.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { DropOverlay, useFileDrag } from '../attachments/drop-overlay.tsx'
import { useAttachments } from '../attachments/use-attachments.ts'
import { DraftBanners } from '../draft/draft-banners.tsx'
import { FromRow } from '../recipients/from-row.tsx'
import { RecipientsSection } from '../recipients/recipients-section.tsx'
import type { ProblemField } from '../send/compose-checks.ts'
import { SendOptionChips } from '../send/send-button.tsx'
import { SendQuestionDialog } from '../send/send-question.tsx'
import { SensitivityRow } from '../send/sensitivity-row.tsx'
import { useSend } from '../send/use-send.ts'
import { type ComposeTag, changeTag } from '../tags/compose-tags.ts'
import type { TakeFirstKeys } from '../tags/first-keys.tsx'
import { ComposeText } from '../text/compose-text.tsx'
import { useOpenedText } from '../text/open-text.ts'
import { OwnTextTools } from '../text/own-text-tools.tsx'
import { QuoteOriginal } from '../text/quote-original.tsx'
import { SignatureBlock } from '../text/signature-block.tsx'
import styles from './compose.module.css'
import { ComposeBar } from './compose-bar.tsx'
import type { OpenedCompose } from './open-compose.ts'
import { SubjectField } from './subject-field.tsx'
import { useCompose } from './use-compose.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useLeave } from './use-leave.ts'

const PinDialog = lazyPart(() => import('../../smime/encrypted-send.public.ts'), 'PinDialog')
const SendAnswer = lazyPart(() => import('../../approval/send-answer.public.tsx'), 'SendAnswer')

interface ComposeFormProps {
  opened: OpenedCompose
  account: string
  tag: ComposeTag
  /** It is the view on screen, and not one behind it. */
  isActive: boolean
  takeKeys: TakeFirstKeys
}

export function ComposeForm({ opened, account, tag, isActive, takeKeys }: ComposeFormProps) {
  const { t } = useTranslation('compose')
  const composer = useCompose(opened, account)
  const { fields, editor } = composer
  const attachments = useAttachments(composer, opened.params)
  const close = useLeave(tag, composer)
  const done = () => close('done')
  const setFullScreen = (fullScreen: boolean) => changeTag(tag.id, { fullScreen })
  // Esc leaves the full screen first.
  const leave = () => (tag.fullScreen ? setFullScreen(false) : close('kept'))
  const sender = useSend({
    ...{ composer, uploads: attachments.uploads, params: opened.params },
    leave: done,
  })
  const screen = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus({ isActive, screen, editor })
  const drag = useFileDrag()
  const to = useRef<HTMLInputElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const { problem } = sender
  const errorOf = (field: ProblemField | null) => (problem?.field === field ? problem.text : null)

  // The title of the page is that of the mail while it is written.
  usePageTitle(isActive ? fields.subject.trim() || t('title') : null, { over: true })
  useEffect(() => {
    if (problem?.field === 'recipients') to.current?.focus()
    if (problem?.field === 'subject') subject.current?.focus()
  }, [problem])

  // What was wrong with the files may be right once they changed.
  const { clearProblem } = sender
  const fileCount = fields.files.length + attachments.uploads.list.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is the reason
  useEffect(clearProblem, [fileCount])

  const send = () => void sender.send()
  useScreenKeys(isActive, { send, leave })
  const { writeMode, sourceMailId } = opened.content
  const answers = writeMode.startsWith('reply') ? sourceMailId : null
  const [beginsWithPeople] = useState(
    fields.recipients.to.length === 0 && (writeMode === 'new' || writeMode.startsWith('forward')),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only how it begins
  useEffect(() => {
    if (!beginsWithPeople) return
    takeKeys((typed) => {
      to.current?.focus()
      if (typed !== '') composer.change({ typed: { ...composer.current().typed, to: typed } })
    })
  }, [beginsWithPeople, takeKeys])
  const { encrypt, authorisation } = fields.options
  const writing = { editor, answers, isSecret: encrypt || authorisation !== null }
  const rewriting = useRewriting(writing)
  const textIsOpen = useOpenedText(composer, { isActive, answers })
  const placeCursor = () => {
    textIsOpen()
    if (beginsWithPeople) return
    takeKeys((typed) => {
      editor.current?.focus('start')
      if (typed !== '') editor.current?.run({ do: 'text', text: typed })
    })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the cursor was
    <div
      ref={screen}
      className={tag.fullScreen ? styles.fullScreen : styles.screen}
      onFocus={keepFocus.onFocus}
      onPaste={(event) => pasteFiles(event, attachments.attach)}
      {...drag.handlers}
    >
      <ComposeBar
        composer={composer}
        sending={sender.sending}
        scheduledBefore={opened.scheduledTime}
        answers={answers}
        fullScreen={tag.fullScreen}
        onFullScreen={setFullScreen}
        onSend={(time) => void sender.send(time)}
        onLeave={() => close('kept')}
        onDone={done}
      />
      <div className={styles.scroller} inert={sender.sending}>
        <div className={styles.sheet}>
          <DraftBanners composer={composer} opened={opened} error={errorOf(null)} />
          {answers !== null && <AnsweringNotice mailId={answers} isActive={isActive} />}
          <FromRow composer={composer} from={opened.params.from} />
          <RecipientsSection
            composer={composer}
            ownDomains={opened.ownDomains}
            error={errorOf('recipients')}
            toRef={to}
            onEdited={sender.clearProblem}
          />
          <SubjectField
            inputRef={subject}
            value={fields.subject}
            priority={fields.priority}
            error={errorOf('subject')}
            onChange={(value) => {
              composer.change({ subject: value })
              sender.clearProblem()
            }}
            onNext={() => editor.current?.focus('keep')}
          >
            <SubjectTool
              {...writing}
              subject={() => composer.current().subject}
              onPick={(next) => composer.change({ subject: next })}
            />
          </SubjectField>
          <SensitivityRow
            composer={composer}
            sensitivity={opened.params.sensitivity}
            error={errorOf('sensitivity')}
            onEdited={sender.clearProblem}
          />
          <SendOptionChips composer={composer} />
          <AttachmentList
            files={fields.files.filter((file) => file.contentId === null)}
            attachments={attachments}
            error={errorOf('attachments')}
          />
          <ComposeText
            composer={composer}
            editor={editor}
            attachments={attachments}
            onReady={placeCursor}
            on={{ focused: keepFocus.inText, send, leave, dragEntered: drag.begin }}
            tools={<OwnTextTools composer={composer} />}
            writing={rewriting.tool}
          >
            <SignatureBlock composer={composer} place="above" />
            <QuoteOriginal composer={composer} />
            <SignatureBlock composer={composer} place="below" />
          </ComposeText>
        </div>
      </div>
      {drag.isOver && (
        <DropOverlay
          onlyPictures={drag.onlyPictures}
          onAttach={attachments.attach}
          onInsert={attachments.insertPictures}
          onEnd={drag.end}
        />
      )}
      {rewriting.dialog}
      {sender.asked !== null && <SendQuestionDialog asked={sender.asked} />}
      {sender.pinAsked !== null && <PinDialog onAnswer={sender.pinAsked} />}
      {sender.answerAsked !== null && (
        <SendAnswer
          about={sender.answerAsked.about}
          sendKey={sender.answerAsked.sendKey}
          onAnswer={sender.answerAsked.answer}
        />
      )}
    </div>
  )
}

interface ScreenActions {
  send: () => void
  leave: () => void
}

/** Keys of the whole page: after a click on something that disappeared nothing has the focus. */
function useScreenKeys(isActive: boolean, actions: ScreenActions): void {
  const latest = useRef(actions)
  latest.current = actions
  // With the screen and not some moments after it: no key may send a mail of a tag that was left.
  useLayoutEffect(() => {
    if (!isActive) return
    const pressed = (event: KeyboardEvent): void => {
      if (isComposing(event) || event.defaultPrevented) return
      // What is open above the screen has the keys first; the draft is saved in any case.
      if (isCovered()) return
      if (event.key === 'Escape') latest.current.leave()
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.send()
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [isActive])
}

function pasteFiles(event: ClipboardEvent, attach: (files: File[]) => void): void {
  const files = Array.from(event.clipboardData.files)
  if (event.defaultPrevented || files.length === 0) return
  event.preventDefault()
  attach(files)
}
