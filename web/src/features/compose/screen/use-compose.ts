import type { ComposeFile } from '@hongyan/contract/compose'
import { useEffect, useRef, useState } from 'react'
import type { EditorHandle } from '../../../editor/editor-api.ts'
import {
  type ComposeContent,
  contentOf,
  type Priority,
  type SendOptions,
  type Surroundings,
  settleFiles,
  surroundingsOf,
} from '../draft/compose-content.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import type { DraftState } from '../draft/draft-machine.ts'
import { useDraft } from '../draft/use-draft.ts'
import {
  addRecipients,
  type RecipientKind,
  type Recipients,
  readRecipients,
} from '../recipients/recipients.ts'
import { loadStart, type OpenedCompose } from './open-compose.ts'

/** Everything on the screen but the text itself, which lives in the editing frame. */
export interface ComposeFields extends Surroundings {
  recipients: Recipients
  /** What stands in the recipient fields and is no chip yet. */
  typed: Record<RecipientKind, string>
  subject: string
  quotedHtml: string
  plainText: boolean
  files: ComposeFile[]
  priority: Priority
  options: SendOptions
}

export interface Composer {
  /** The address of who writes. */
  account: string
  composeKey: string
  fields: ComposeFields
  /** The fields as they are now, also between two renderings. */
  current: () => ComposeFields
  change: (part: Partial<ComposeFields>) => void
  /** What would be saved: half-typed recipients included. */
  read: () => ComposeContent
  draft: DraftState
  keeper: DraftKeeper
  editor: React.RefObject<EditorHandle | null>
  /** The text with which an editor begins. */
  firstHtml: () => string
  /** Goes on in the other kind of editor. */
  switchText: (next: { html: string; plainText: boolean }) => void
  textChanged: () => void
  loadTheirs: () => Promise<void>
}

const nothingTyped = { to: '', cc: '', bcc: '' }

export function useCompose(opened: OpenedCompose, account: string): Composer {
  const { content, restored } = opened
  // A restored mail goes on under its old key, so that a send that was under way is not repeated.
  const [composeKey] = useState(() => restored?.composeKey ?? opened.composeKey)
  const [fields, setFields] = useState<ComposeFields>(() => fieldsOf(content))
  const latest = useRef(fields)
  const editor = useRef<EditorHandle | null>(null)
  /** The text while no editor has it. */
  const textBetween = useRef(content.html)

  const read = (): ComposeContent => {
    const { typed, recipients, options, ...rest } = latest.current
    const whole = { to: [], cc: [], bcc: [] } as Recipients
    for (const kind of ['to', 'cc', 'bcc'] as const) {
      whole[kind] = addRecipients(recipients[kind], readRecipients(typed[kind]))
    }
    const html = editor.current?.getHtml() ?? textBetween.current
    const { writeMode, sourceMailId } = content
    return { ...rest, ...options, recipients: whole, html, writeMode, sourceMailId }
  }
  const { state, keeper } = useDraft({ account, composeKey, opened, read })
  const show = (next: ComposeFields) => {
    latest.current = next
    setFields(next)
  }

  // What this device kept is not on the server yet.
  useEffect(() => {
    if (restored !== null) keeper.restored(restored.wasSending ?? false)
  }, [restored, keeper])

  return {
    account,
    composeKey,
    fields,
    current: () => latest.current,
    change(part) {
      show({ ...latest.current, ...part })
      keeper.edited()
    },
    read,
    draft: state,
    keeper,
    editor,
    firstHtml: () => textBetween.current,
    switchText({ html, plainText }) {
      textBetween.current = html
      show({ ...latest.current, plainText })
      keeper.edited()
    },
    textChanged: () => keeper.edited(),
    async loadTheirs() {
      const { draftId } = keeper.state
      const start = await loadStart({ mode: 'editAgain', mailId: 0, draftId })
      const theirs = settleFiles(contentOf(start))
      textBetween.current = theirs.html
      show(fieldsOf(theirs))
      editor.current?.setHtml(theirs.html, pictureLinks(theirs.files))
      if (start.draftId !== null) {
        keeper.loadTheirs({ draftId: start.draftId, version: start.version })
      }
    },
  }
}

/** Where the `cid:` pictures of a text can be loaded from: as an editor may draw them (T34). */
export function pictureLinks(files: ComposeFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap((file) =>
      file.contentId === null ? [] : [[file.contentId, `${file.url}?place=text`]],
    ),
  )
}

function fieldsOf(content: ComposeContent): ComposeFields {
  const { recipients, subject, quotedHtml, plainText, files, priority } = content
  const { needReceipt, isSeparate, authorisation } = content
  const options = {
    needReceipt,
    isSeparate,
    authorisation,
    // What this device kept from before there were these has no such fields.
    encrypt: content.encrypt ?? false,
    mailFrom: content.mailFrom ?? '',
    sensitivity: content.sensitivity ?? '',
    sourceSensitivity: content.sourceSensitivity ?? '',
  }
  return {
    recipients,
    typed: nothingTyped,
    subject,
    quotedHtml,
    plainText,
    files,
    priority,
    options,
    ...surroundingsOf(content),
  }
}
