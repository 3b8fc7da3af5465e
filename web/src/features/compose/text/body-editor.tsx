import { type RefObject, useEffect, useRef, useState } from 'react'
import type { EditorEvents, EditorHandle } from '../../../editor/editor-api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useDarkMail } from '../../messages/dark-mail.public.ts'
import styles from '../screen/compose.module.css'

interface BodyEditorProps {
  editor: RefObject<EditorHandle | null>
  html: string
  pictures: Record<string, string>
  on: Omit<EditorEvents, 'resized' | 'focused'> & Partial<Pick<EditorEvents, 'focused'>>
  /** The frame is ready; where the cursor goes is the owner's choice. */
  onReady: () => void
  /** Height without text, in CSS pixels. */
  least?: number
  label?: string
  placeholder?: string
  /** It lies on a letter paper, which is as it is in the dark too. */
  onPaper?: boolean
}

const leastHeight = 120

/** The editing frame: our own page of the same origin, as high as its text. */
export function BodyEditor(props: BodyEditorProps) {
  const { editor, html, pictures, on, onReady, least = leastHeight, label, placeholder } = props
  const dark = useDarkMail() && props.onPaper !== true
  const [loads, setLoads] = useState(0)
  const { t } = useTranslation('compose')
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(least)
  const handlers = useRef(on)
  handlers.current = on

  // Behind another view it has no size: its height stays, and with it the place it was scrolled to.
  const resized = (next: number) => {
    if (next > 0) setHeight(next)
  }
  const mount = () => {
    const mountEditor = frame.current?.contentWindow?.mountHongyanEditor
    if (mountEditor === undefined || editor.current !== null) return
    editor.current = mountEditor({
      html,
      pictures,
      label: label ?? t('body'),
      placeholder: placeholder ?? t('placeholder'),
      language: currentLanguage(),
      on: { ...forward(handlers), resized },
    })
    onReady()
  }

  const mountNow = useRef(mount)
  useEffect(() => {
    // The frame is there already when React mounts the same elements a second time.
    mountNow.current()
    return () => {
      editor.current?.destroy()
      editor.current = null
    }
  }, [editor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame that was loaded anew is a new page
  useEffect(() => {
    // Between two pages a frame has no root.
    const root: Element | null | undefined = frame.current?.contentDocument?.documentElement
    root?.toggleAttribute('data-dark', dark)
  }, [dark, loads])
  const loaded = () => {
    setLoads((count) => count + 1)
    mount()
  }

  return (
    <iframe
      ref={frame}
      className={styles.editor}
      data-dark={dark || undefined}
      src={`${import.meta.env.BASE_URL}editor.html`}
      title={label ?? t('body')}
      style={{ height: Math.max(height, least) }}
      onLoad={loaded}
    />
  )
}

/** Calls always the newest handlers: the frame is set up once and lives longer than a rendering. */
function forward(latest: RefObject<BodyEditorProps['on']>): Omit<EditorEvents, 'resized'> {
  return {
    changed: () => latest.current.changed(),
    formatChanged: (format) => latest.current.formatChanged(format),
    filesGiven: (files) => latest.current.filesGiven(files),
    pictureFound: (key, file) => latest.current.pictureFound(key, file),
    dragEntered: (onlyPictures) => latest.current.dragEntered(onlyPictures),
    send: () => latest.current.send(),
    leave: () => latest.current.leave(),
    askLink: () => latest.current.askLink(),
    focused: () => {
      closePopovers()
      latest.current.focused?.()
    },
  }
}

/** A click into a frame does not reach this page, so open menus would stay. */
function closePopovers(): void {
  for (const open of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
    open.hidePopover()
}
