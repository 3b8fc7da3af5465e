import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type ComposeTag,
  endTag,
  moveTag,
  pathOfTag,
  useComposeTags,
  useOwnTags,
} from '../../features/compose/tags/tags.public.ts'
import { composePath, writeNeeds } from '../../features/messages/messages.public.ts'
import { allowed } from '../../lib/allowed.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconChevronDown, iconClose, iconCompose, iconMail, iconPlus } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { tagRoom } from './tag-room.ts'
import styles from './tag-strip.module.css'

/** The open views: the mail, and every mail that is being written. */
export function TagStrip() {
  const { t } = useTranslation('shell')
  const tags = useOwnTags()
  const active = useComposeTags((state) => state.active)
  const actions = useTagActions()
  const strip = useRef<HTMLElement>(null)
  const width = useWidth(strip, tags.length > 0)
  if (tags.length === 0) return null
  const { shown, hidden } = tagRoom(tags, active, width)
  return (
    <nav ref={strip} className={styles.strip} aria-label={t('tags.label')} onKeyDown={walk}>
      <button
        type="button"
        className={styles.home}
        aria-current={active === null ? 'page' : undefined}
        onClick={actions.goHome}
      >
        <Icon icon={iconMail} size={16} />
        {t('tags.mail')}
      </button>
      <ul className={styles.list}>
        {shown.map((tag) => (
          <Tag key={tag.id} tag={tag} isActive={tag.id === active} actions={actions} />
        ))}
      </ul>
      {hidden.length > 0 && (
        <Menu
          label={t('tags.more')}
          align="end"
          trigger={(props) => (
            <button type="button" {...props} className={styles.more}>
              {t('tags.moreCount', { count: hidden.length })}
              <span className="visually-hidden">{` ${t('tags.more')}`}</span>
              <Icon icon={iconChevronDown} size={16} />
            </button>
          )}
          entries={hidden.map((tag) => ({
            id: tag.id,
            label: tag.subject || t('tags.empty'),
            icon: iconCompose,
            onSelect: () => actions.show(tag),
          }))}
        />
      )}
      <IconButton icon={iconPlus} size="sm" label={t('tags.new')} onClick={actions.write} />
    </nav>
  )
}

interface TagActions {
  write: () => void
  goHome: () => void
  show: (tag: ComposeTag) => void
  close: (tags: readonly ComposeTag[]) => void
}

function useTagActions(): TagActions {
  const navigate = useNavigate()
  return {
    write: allowed(writeNeeds, () => void navigate(composePath('new'), { flushSync: true })),
    goHome: () => void navigate(useComposeTags.getState().home),
    show: (tag) => void navigate(pathOfTag(tag), { state: { tag: tag.id } }),
    close: (closing) => {
      const { tags, active, home } = useComposeTags.getState()
      const at = tags.findIndex((one) => one.id === active)
      for (const one of closing) endTag(one.id, 'kept')
      if (at < 0 || !closing.some((one) => one.id === active)) return
      // The one beside it comes forward, as in a browser.
      const left = [...tags.slice(at + 1), ...tags.slice(0, at).reverse()]
      const next = left.find((one) => !closing.includes(one))
      if (next) void navigate(pathOfTag(next), { replace: true, state: { tag: next.id } })
      else void navigate(home, { replace: true })
    },
  }
}

interface TagProps {
  tag: ComposeTag
  isActive: boolean
  actions: TagActions
}

function Tag({ tag, isActive, actions }: TagProps) {
  const { t } = useTranslation('shell')
  const line = useRef<HTMLLIElement>(null)
  const name = tag.subject || t('tags.empty')
  const close = () => actions.close([tag])
  const openMenu = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    line.current?.querySelector<HTMLButtonElement>('[aria-haspopup=menu]')?.click()
  }
  const tags = () => useComposeTags.getState().tags
  return (
    <li
      ref={line}
      className={isActive ? styles.activeTag : styles.tag}
      onContextMenu={openMenu}
      {...dragOf(tag)}
    >
      <button
        type="button"
        className={styles.name}
        title={name}
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts="Delete Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
        onClick={() => actions.show(tag)}
        onAuxClick={(event) => event.button === 1 && close()}
        onKeyDown={(event) => {
          if (event.key === 'Delete') close()
          if (event.altKey && event.shiftKey) moveByKey(event, tag)
          if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
            openMenu(event)
        }}
      >
        {name}
      </button>
      <IconButton
        icon={iconClose}
        size="sm"
        className={styles.close}
        tabIndex={-1}
        label={t('tags.close', { name })}
        onClick={close}
      />
      <Menu
        label={t('tags.menu', { name })}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={styles.menu}
            tabIndex={-1}
            aria-label={t('tags.menu', { name })}
          />
        )}
        entries={[
          { id: 'one', label: t('tags.closeOne'), hint: 'Del', onSelect: close },
          {
            id: 'others',
            label: t('tags.closeOthers'),
            disabled: tags().length < 2,
            onSelect: () => actions.close(tags().filter((one) => one.id !== tag.id)),
          },
          { id: 'all', label: t('tags.closeAll'), onSelect: () => actions.close(tags()) },
        ]}
      />
    </li>
  )
}

const placeOf = ({ id }: ComposeTag): number =>
  useComposeTags.getState().tags.findIndex((one) => one.id === id)

/** What is dragged over the strip besides a tag is none of its business. */
const dragType = 'application/x-hongyan-tag'

/** A tag is dropped where it shall stand (SHELL-02). */
const dragOf = (tag: ComposeTag) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(dragType, tag.id)
    event.dataTransfer.effectAllowed = 'move'
  },
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const id = event.dataTransfer.getData(dragType)
    if (id === '') return
    event.preventDefault()
    moveTag(id, placeOf(tag))
  },
})

/** The same by keys. */
function moveByKey(event: KeyboardEvent, tag: ComposeTag): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  event.stopPropagation()
  moveTag(tag.id, placeOf(tag) + by)
}

/** Arrows move along the tags. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0 || event.currentTarget.querySelector(':popover-open') !== null) return
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])'),
  ].filter((one) => one.closest('[popover]') === null)
  const at = stops.findIndex((one) => one.matches(':focus'))
  stops[(at + by + stops.length) % stops.length]?.focus()
  event.preventDefault()
}

function useWidth(element: React.RefObject<HTMLElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(window.innerWidth)
  useLayoutEffect(() => {
    if (!isThere || element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isThere])
  return width
}
