import { type DragEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { iconPaperclip } from '../../../ui/icons.ts'
import { iconImage } from '../../../ui/icons-later.ts'
import styles from '../screen/compose.module.css'

interface FileDrag {
  isOver: boolean
  onlyPictures: boolean
  /** Also called by the editing frame, over which this page sees no drag. */
  begin: (onlyPictures: boolean) => void
  end: () => void
  handlers: { onDragEnter: (event: DragEvent) => void }
}

export function useFileDrag(): FileDrag {
  const [over, setOver] = useState<{ onlyPictures: boolean } | null>(null)
  return {
    isOver: over !== null,
    onlyPictures: over?.onlyPictures ?? false,
    begin: (onlyPictures) => setOver({ onlyPictures }),
    end: () => setOver(null),
    handlers: {
      onDragEnter: ({ dataTransfer }) => {
        if (!dataTransfer.types.includes('Files')) return
        const items = Array.from(dataTransfer.items)
        const onlyPictures =
          items.length > 0 && items.every((item) => item.type.startsWith('image/'))
        setOver({ onlyPictures })
      },
    },
  }
}

interface DropOverlayProps {
  onlyPictures: boolean
  onAttach: (files: File[]) => void
  onInsert: (files: File[]) => void
  onEnd: () => void
}

/** Lies over everything while files are dragged: one place to attach, one to put pictures into the text. */
export function DropOverlay({ onlyPictures, onAttach, onInsert, onEnd }: DropOverlayProps) {
  const { t } = useTranslation('compose')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the buttons do the same
    <div
      className={styles.overlay}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) onEnd()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onEnd()
      }}
    >
      <Zone icon={iconPaperclip} text={t('files.dropAttach')} onFiles={onAttach} />
      {onlyPictures && <Zone icon={iconImage} text={t('files.dropPicture')} onFiles={onInsert} />}
    </div>
  )
}

interface ZoneProps {
  icon: string
  text: string
  onFiles: (files: File[]) => void
}

function Zone({ icon, text, onFiles }: ZoneProps) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={isOver ? styles.zoneOver : styles.zone}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => onFiles(Array.from(event.dataTransfer.files))}
    >
      <Icon icon={icon} size={32} />
      {text}
    </div>
  )
}
