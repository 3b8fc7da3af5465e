import { type ReactNode, type RefObject, useRef } from 'react'
import type { EditorCommand, EditorFormat, EditorHandle } from '../../../editor/editor-api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import * as icons from '../../../ui/icons.ts'
import * as later from '../../../ui/icons-later.ts'
import { highlightColors, textColors } from '../../../ui/mail-colors.ts'
import { Menu, oneOf } from '../../../ui/menu.tsx'
import { ColorMenu } from './color-menu.tsx'
import { EmojiMenu } from './emoji-menu.tsx'
import { FontMenu } from './font-menu.tsx'
import { ToolRow } from './tool-row.tsx'
import styles from './toolbar.module.css'

interface EditorToolbarProps {
  editor: RefObject<EditorHandle | null>
  format: EditorFormat
  onLink: () => void
  onPictures: (files: File[]) => void
  /** Absent where there is always formatted text. */
  onPlainText?: () => void
  /** The tools that a place is for: before the others, so that they are never folded away. */
  first?: ReactNode
  /** Further tools, behind the others. */
  children?: ReactNode
}

/** What has a button of its own: a link is taken away in its dialog, a quote by the button that made it. */
type SimpleDo = Exclude<
  Exclude<
    EditorCommand,
    { value: unknown } | { url: string } | { text: string } | { rows: number }
  >['do'],
  'unlink' | 'unquote'
>

/** Null is the size that the reader's own program uses. */
const sizes = [
  { id: 'sizeSmall', value: '13px' },
  { id: 'sizeNormal', value: null },
  { id: 'sizeLarge', value: '18px' },
  { id: 'sizeHuge', value: '24px' },
] as const

export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, format, onLink, onPictures, onPlainText, first, children } = props
  const { t } = useTranslation('compose')
  const chooser = useRef<HTMLInputElement>(null)
  const run = (command: EditorCommand) => editor.current?.run(command)
  const button = (what: SimpleDo, look: { icon: string; pressed?: boolean; key?: string }) => (
    <IconButton
      icon={look.icon}
      label={t(`toolbar.${what}`)}
      size="sm"
      {...(look.key === undefined ? {} : { shortcut: look.key })}
      {...(look.pressed === undefined ? {} : { pressed: look.pressed })}
      onClick={() => run({ do: what })}
    />
  )
  return (
    <ToolRow keepsFocus>
      {first && <span className={styles.group}>{first}</span>}
      <span className={styles.group}>
        <IconButton
          icon={icons.iconUndo}
          label={t('toolbar.undo')}
          shortcut={keyName('Z')}
          size="sm"
          disabled={!format.canUndo}
          onClick={() => run({ do: 'undo' })}
        />
        <IconButton
          icon={later.iconRedo}
          label={t('toolbar.redo')}
          shortcut={keyName('Y')}
          size="sm"
          disabled={!format.canRedo}
          onClick={() => run({ do: 'redo' })}
        />
      </span>
      <span className={styles.group}>
        {button('bold', { icon: later.iconBold, pressed: format.bold, key: keyName('B') })}
        {button('italic', { icon: later.iconItalic, pressed: format.italic, key: keyName('I') })}
        {button('underline', {
          icon: later.iconUnderline,
          pressed: format.underline,
          key: keyName('U'),
        })}
        {button('strike', { icon: later.iconStrike, pressed: format.strike })}
      </span>
      <span className={styles.group}>
        <FontMenu font={format.font} onPick={(value) => run({ do: 'font', value })} />
        <SizeMenu size={format.size} onPick={(value) => run({ do: 'size', value })} />
        <ColorMenu
          icon={later.iconTextColor}
          label={t('toolbar.color')}
          none={t('toolbar.noColor')}
          colors={textColors}
          onPick={(value) => run({ do: 'color', value })}
        />
        <ColorMenu
          icon={later.iconHighlight}
          label={t('toolbar.highlight')}
          none={t('toolbar.noHighlight')}
          colors={highlightColors}
          onPick={(value) => run({ do: 'highlight', value })}
        />
      </span>
      <span className={styles.group}>
        {button('bullets', { icon: later.iconListBullet, pressed: format.bullets })}
        {button('numbers', { icon: later.iconListNumber, pressed: format.numbers })}
        {button('outdent', { icon: icons.iconOutdent })}
        {button('indent', { icon: icons.iconIndent })}
        <IconButton
          icon={later.iconQuote}
          label={t('toolbar.quote')}
          size="sm"
          pressed={format.quote}
          onClick={() => run({ do: format.quote ? 'unquote' : 'quote' })}
        />
        <AlignMenu align={format.align} onPick={(value) => run({ do: 'align', value })} />
      </span>
      <span className={styles.group}>
        <IconButton
          icon={icons.iconLink}
          label={t('toolbar.link')}
          shortcut={keyName('K')}
          size="sm"
          pressed={format.link !== null}
          onClick={onLink}
        />
        <IconButton
          icon={later.iconImage}
          label={t('toolbar.picture')}
          size="sm"
          onClick={() => chooser.current?.click()}
        />
        <TableMenu onPick={(rows, columns) => run({ do: 'table', rows, columns })} />
        <EmojiMenu onPick={(text) => run({ do: 'text', text })} />
        {button('clear', { icon: later.iconClearFormat })}
        {onPlainText && (
          <IconButton
            icon={later.iconPlainText}
            label={t('plain.on')}
            size="sm"
            onClick={onPlainText}
          />
        )}
      </span>
      {children && <span className={`${styles.group} ${styles.named}`}>{children}</span>}
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        data-testid="picture"
        onChange={(event) => {
          onPictures(Array.from(event.target.files ?? []))
          event.target.value = ''
        }}
      />
    </ToolRow>
  )
}

interface PlainToolbarProps {
  editor: RefObject<EditorHandle | null>
  onFormatted: () => void
  /** Further tools, behind the others. */
  children?: ReactNode
}

/** What is left to do where there is text alone. */
export function PlainToolbar({ editor, onFormatted, children }: PlainToolbarProps) {
  const { t } = useTranslation('compose')
  const run = (command: EditorCommand) => editor.current?.run(command)
  return (
    <ToolRow>
      <span className={styles.group}>
        <IconButton
          icon={icons.iconUndo}
          label={t('toolbar.undo')}
          shortcut={keyName('Z')}
          size="sm"
          onClick={() => run({ do: 'undo' })}
        />
        <IconButton
          icon={later.iconRedo}
          label={t('toolbar.redo')}
          shortcut={keyName('Y')}
          size="sm"
          onClick={() => run({ do: 'redo' })}
        />
      </span>
      <span className={styles.group}>
        <EmojiMenu onPick={(text) => run({ do: 'text', text })} />
        <IconButton
          icon={later.iconPlainText}
          label={t('plain.off')}
          size="sm"
          pressed
          onClick={onFormatted}
        />
      </span>
      {children && <span className={`${styles.group} ${styles.named}`}>{children}</span>}
    </ToolRow>
  )
}

function SizeMenu({ size, onPick }: { size: string; onPick: (value: string | null) => void }) {
  const { t } = useTranslation('compose')
  const current = sizes.find((one) => one.value === size) ?? sizes[1]
  return (
    <Menu
      label={t('toolbar.size')}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={styles.size}
          aria-label={`${t('toolbar.size')}: ${t(`toolbar.${current.id}`)}`}
        >
          {t(`toolbar.${current.id}`)}
        </button>
      )}
      entries={oneOf(
        t('toolbar.size'),
        sizes.map((one) => ({
          id: one.id,
          label: t(`toolbar.${one.id}`),
          checked: one === current,
          onSelect: () => onPick(one.value),
        })),
      )}
    />
  )
}

const tableSizes = [
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 4],
  [6, 4],
] as const

/** Rows come by the Tab key in the last cell: a beginning is all that is asked for. */
function TableMenu({ onPick }: { onPick: (rows: number, columns: number) => void }) {
  const { t } = useTranslation('compose')
  return (
    <Menu
      label={t('toolbar.table')}
      trigger={(props) => (
        <IconButton {...props} icon={later.iconTable} label={t('toolbar.table')} size="sm" />
      )}
      entries={tableSizes.map(([rows, columns]) => ({
        id: `${rows}x${columns}`,
        label: t('toolbar.tableSize', { rows, columns }),
        onSelect: () => onPick(rows, columns),
      }))}
    />
  )
}

const alignments = {
  left: { icon: later.iconAlignLeft, label: 'toolbar.alignLeft' },
  center: { icon: later.iconAlignCenter, label: 'toolbar.alignCenter' },
  right: { icon: later.iconAlignRight, label: 'toolbar.alignRight' },
} as const

interface AlignMenuProps {
  align: EditorFormat['align']
  onPick: (value: 'left' | 'center' | 'right') => void
}

function AlignMenu({ align, onPick }: AlignMenuProps) {
  const { t } = useTranslation('compose')
  const current = align === '' ? 'left' : align
  return (
    <Menu
      label={t('toolbar.align')}
      trigger={(props) => (
        <IconButton
          {...props}
          icon={alignments[current].icon}
          label={t('toolbar.align')}
          size="sm"
        />
      )}
      entries={oneOf(
        t('toolbar.align'),
        (['left', 'center', 'right'] as const).map((value) => ({
          id: value,
          icon: alignments[value].icon,
          label: t(alignments[value].label),
          checked: value === current,
          onSelect: () => onPick(value),
        })),
      )}
    />
  )
}

const keyName = (letter: string): string =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${letter}` : `Ctrl+${letter}`
