import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { EditorEvents, EditorHandle } from '../../../editor/editor-api.ts'
import { PaperSheet } from '../../templates/paper-sheet.public.tsx'
import type { Attachments } from '../attachments/use-attachments.ts'
import { type Composer, pictureLinks } from '../screen/use-compose.ts'
import { BodyEditor } from './body-editor.tsx'
import { EditorToolbar, PlainToolbar } from './editor-toolbar.tsx'
import { noFormat } from './no-format.ts'
import { PlainBody } from './plain-body.tsx'
import { PlainTextBanner, PlainTextQuestion } from './plain-text-question.tsx'
import { useLinkDialog } from './use-link-dialog.tsx'
import { usePlainText } from './use-plain-text.ts'

interface ComposeTextProps {
  composer: Composer
  editor: RefObject<EditorHandle | null>
  attachments: Attachments
  on: Pick<EditorEvents, 'focused' | 'send' | 'leave' | 'dragEntered'>
  /** Further tools, behind the others. */
  tools: ReactNode
  /** One that is there for text alone, too. */
  writing: ReactNode
  /** What follows the text on its paper. */
  children: ReactNode
  /** The field is ready; where the cursor goes is the owner's choice. */
  onReady: () => void
}

/** The text with its tools: formatted in a frame of its own, or text alone. */
export function ComposeText(props: ComposeTextProps) {
  const { composer, editor, attachments, on, onReady, tools, writing, children } = props
  const { fields } = composer
  const plainText = usePlainText(composer)
  const [format, setFormat] = useState(noFormat)
  const { askLink, linkDialog } = useLinkDialog(editor, format)
  const opened = useRef(false)
  const ready = () => {
    // After a switch the button that had the focus is gone.
    if (opened.current) editor.current?.focus('keep')
    else onReady()
    opened.current = true
  }
  const events = {
    changed: composer.textChanged,
    filesGiven: attachments.takeFiles,
    focused: on.focused,
    send: on.send,
    leave: on.leave,
  }
  if (fields.plainText) {
    return (
      <>
        <PlainTextBanner canUndo={plainText.canUndo} onUndo={plainText.toggle} />
        <PlainToolbar editor={editor} onFormatted={plainText.toggle}>
          {writing}
        </PlainToolbar>
        <PlainBody editor={editor} html={composer.firstHtml} onReady={ready} on={events} />
        {children}
      </>
    )
  }
  return (
    <>
      <EditorToolbar
        editor={editor}
        format={format}
        onLink={askLink}
        onPictures={attachments.insertPictures}
        onPlainText={plainText.toggle}
      >
        {tools}
        {writing}
      </EditorToolbar>
      <PaperSheet paperId={fields.paperId}>
        <BodyEditor
          editor={editor}
          html={composer.firstHtml()}
          pictures={pictureLinks(fields.files)}
          onPaper={fields.paperId !== ''}
          onReady={ready}
          on={{
            ...events,
            formatChanged: setFormat,
            pictureFound: attachments.adoptPicture,
            dragEntered: on.dragEntered,
            askLink,
          }}
        />
        {children}
      </PaperSheet>
      {linkDialog}
      {plainText.asks && <PlainTextQuestion onAnswer={plainText.answer} />}
    </>
  )
}
