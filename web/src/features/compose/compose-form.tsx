import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorFormat } from '../../editor/editor-api.ts'
import { PaperSheet } from '../templates/paper-sheet.public.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { BodyEditor } from './body-editor.tsx'
import styles from './compose.module.css'
import { ComposeBar } from './compose-bar.tsx'
import { DraftBanners } from './draft-banners.tsx'
import { DropOverlay, useFileDrag } from './drop-overlay.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LetterTools } from './letter-tools.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { OpenedCompose } from './open-compose.ts'
import { QuoteOriginal } from './quote-original.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { SendOptionChips } from './send-button.tsx'
import { SendQuestionDialog } from './send-question.tsx'
import { SignatureBlock } from './signature-block.tsx'
import { SubjectField } from './subject-field.tsx'
import { useAttachments } from './use-attachments.ts'
import { pictureLinks, useCompose } from './use-compose.ts'
import { useLeave } from './use-leave.ts'
import { useSend } from './use-send.ts'

const plain: EditorFormat = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  bullets: false,
  numbers: false,
  quote: false,
  link: null,
  size: '',
  align: '',
  canUndo: false,
  canRedo: false,
}

interface ComposeFormProps {
  opened: OpenedCompose
  account: string
}

export function ComposeForm({ opened, account }: ComposeFormProps) {
  const { t } = useTranslation('compose')
  const composer = useCompose(opened, account)
  const { fields, editor } = composer
  const attachments = useAttachments(composer, opened.params)
  const leave = useLeave(composer.draft.draftId)
  const sender = useSend({ composer, uploads: attachments.uploads, params: opened.params, leave })
  const [format, setFormat] = useState(plain)
  const [link, setLink] = useState<{ url: string; text: string } | null>(null)
  const drag = useFileDrag()
  const to = useRef<HTMLInputElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const { problem } = sender
  const errorOf = (field: 'recipients' | 'subject' | 'attachments' | null) =>
    problem?.field === field ? problem.text : null

  useTitle(fields.subject.trim() || t('title'))
  useEffect(() => {
    if (problem?.field === 'recipients') to.current?.focus()
    if (problem?.field === 'subject') subject.current?.focus()
  }, [problem])

  // What was wrong with the files may be right once they changed.
  const { clearProblem } = sender
  const fileCount = fields.files.length + attachments.uploads.list.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is the reason
  useEffect(clearProblem, [fileCount])

  const askLink = () => {
    const text = editor.current?.getSelectedText() ?? ''
    setLink({ url: format.link ?? '', text })
  }
  const closeLink = () => {
    setLink(null)
    editor.current?.focus('keep')
  }
  const send = () => void sender.send()
  useScreenKeys({ send, leave })
  const { writeMode } = opened.content
  const [beginsWithPeople] = useState(
    fields.recipients.to.length === 0 && (writeMode === 'new' || writeMode.startsWith('forward')),
  )
  useEffect(() => {
    if (beginsWithPeople) to.current?.focus()
  }, [beginsWithPeople])
  // The editor is ready some time later: whoever types elsewhere by then stays there.
  const placeCursor = () => {
    const idle = document.activeElement === null || document.activeElement === document.body
    if (!beginsWithPeople && idle) editor.current?.focus('start')
  }

  return (
    <div
      className={styles.screen}
      onPaste={(event) => pasteFiles(event, attachments.attach)}
      {...drag.handlers}
    >
      <ComposeBar
        composer={composer}
        sending={sender.sending}
        scheduledBefore={opened.scheduledTime}
        onSend={(time) => void sender.send(time)}
        onLeave={leave}
      />
      <div className={styles.scroller} inert={sender.sending}>
        <div className={styles.sheet}>
          <DraftBanners composer={composer} opened={opened} error={errorOf(null)} />
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
          />
          <SendOptionChips composer={composer} />
          <AttachmentList
            files={fields.files.filter((file) => file.contentId === null)}
            attachments={attachments}
            error={errorOf('attachments')}
          />
          <EditorToolbar
            editor={editor}
            format={format}
            onLink={askLink}
            onPictures={attachments.insertPictures}
          >
            <LetterTools composer={composer} />
          </EditorToolbar>
          <PaperSheet paperId={fields.paperId}>
            <BodyEditor
              editor={editor}
              html={composer.firstHtml}
              pictures={pictureLinks(opened.content.files)}
              onReady={placeCursor}
              on={{
                changed: composer.textChanged,
                formatChanged: setFormat,
                filesGiven: attachments.takeFiles,
                pictureFound: attachments.adoptPicture,
                dragEntered: drag.begin,
                send,
                leave,
                askLink,
              }}
            />
            <SignatureBlock composer={composer} place="above" />
            <QuoteOriginal composer={composer} />
            <SignatureBlock composer={composer} place="below" />
          </PaperSheet>
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
      {link !== null && (
        <LinkDialog
          url={link.url}
          text={link.text}
          onClose={closeLink}
          onApply={(url, text) => {
            closeLink()
            editor.current?.run({ do: 'link', url, text })
          }}
          onRemove={
            link.url === ''
              ? null
              : () => {
                  closeLink()
                  editor.current?.run({ do: 'unlink' })
                }
          }
        />
      )}
      {sender.asked !== null && <SendQuestionDialog asked={sender.asked} />}
    </div>
  )
}

/** The title of the page is that of the mail while it is written. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}

interface ScreenActions {
  send: () => void
  leave: () => void
}

/** Keys of the whole page: after a click on something that disappeared nothing has the focus. */
function useScreenKeys(actions: ScreenActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return
      // What is open above the screen has the keys first; the draft is saved in any case.
      if (document.querySelector('dialog[open], :popover-open') !== null) return
      if (event.key === 'Escape') latest.current.leave()
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.send()
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

function pasteFiles(event: ClipboardEvent, attach: (files: File[]) => void): void {
  const files = Array.from(event.clipboardData.files)
  if (event.defaultPrevented || files.length === 0) return
  event.preventDefault()
  attach(files)
}
