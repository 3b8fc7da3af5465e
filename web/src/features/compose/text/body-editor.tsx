import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EditorEvents, EditorHandle } from '../../../editor/editor-api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { followDeeds } from '../../../lib/last-deed.ts'
import { useDarkMail } from '../../messages/dark-mail.public.ts'
import styles from '../screen/compose.module.css'
import { frameAhead, takeFrame } from './editor-frame.ts'

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
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(least)
  const handlers = useRef(on)
  handlers.current = on

  // Behind another view it has no size: its height stays, and with it the place it was scrolled to.
  const resized = (next: number) => {
    if (next > 0) setHeight(next)
  }
  const mount = () => {
    const page = frame.current?.contentWindow
    if (page?.mountHongyanEditor === undefined || editor.current !== null) return
    followDeeds(page)
    editor.current = page.mountHongyanEditor({
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
  mountNow.current = mount
  useLayoutEffect(() => {
    if (place.current === null) return
    const taken = takeFrame(place.current)
    frame.current = taken
    taken.addEventListener('load', () => {
      setLoads((count) => count + 1)
      mountNow.current()
    })
    return () => {
      editor.current?.destroy()
      editor.current = null
      frame.current = null
      taken.remove()
      // While somebody writes nothing is loaded beside it.
      frameAhead()
    }
  }, [editor])
  // One that was loaded ahead is ready, as soon as all around it is.
  useEffect(() => queueMicrotask(() => mountNow.current()), [])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    element.className = styles.editor ?? ''
    element.title = label ?? t('body')
    element.style.height = `${Math.max(height, least)}px`
    element.toggleAttribute('data-dark', dark)
  }, [height, least, label, t, dark])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame that was loaded anew is a new page
  useLayoutEffect(() => {
    // Between two pages a frame has no root.
    const root: Element | null | undefined = frame.current?.contentDocument?.documentElement
    root?.toggleAttribute('data-dark', dark)
  }, [dark, loads])
  return <div ref={place} className={styles.editorPlace} />
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
