import { limits } from '@hongyan/contract/limits'
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { findRole, titleOf, useFolders } from '../folders/folders.public.ts'
import { startImport } from './import-store.ts'
import styles from './imports.module.css'

const accepted = '.eml,.mbox,.zip'

/** Which files, into which folder, and whether twice. */
export function ImportForm({ id, folderId }: { id: string; folderId: number | null }) {
  const { t } = useTranslation('imports')
  const folders = useFolders()
  const [chosen, setChosen] = useState(folderId)
  const [files, setFiles] = useState<readonly File[]>([])
  const [skip, setSkip] = useState(true)
  const [trouble, setTrouble] = useState<string | null>(null)
  const target = chosen ?? findRole(folders, 'inbox')?.folderId ?? 0
  const add = (more: readonly File[]) => {
    const tooLarge = more.find(({ size }) => size > limits.importFile)
    setTrouble(
      tooLarge
        ? t('fileTooLarge', { name: tooLarge.name, size: formatSize(limits.importFile) })
        : null,
    )
    setFiles([...files, ...more.filter((one) => one !== tooLarge && !files.some(same(one)))])
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (files.length === 0) return setTrouble(t('noFile'))
    void startImport({ files, mailboxId: target, skipDuplicates: skip })
  }
  return (
    <form id={id} className={styles.form} onSubmit={onSubmit} noValidate>
      <Select
        label={t('into')}
        value={String(target)}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={folders.all
          .filter(({ role, lockedBy }) => role !== 'drafts' && lockedBy === null)
          .map((folder) => ({ value: String(folder.folderId), label: titleOf(folder, t) }))}
      />
      <DropPlace onFiles={add} />
      {files.length > 0 && (
        <ChosenFiles
          files={files}
          onRemove={(gone) => setFiles(files.filter((one) => one !== gone))}
        />
      )}
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Checkbox checked={skip} onChange={(event) => setSkip(event.target.checked)}>
        {t('skipDuplicates')}
      </Checkbox>
    </form>
  )
}

const same = (a: File) => (b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

function DropPlace({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('imports')
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button does the same
    <div
      className={[styles.drop, over && styles.over].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Button data-autofocus aria-describedby={hintId} onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <p id={hintId} className={styles.hint}>
        {t('hint')}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accepted}
        aria-label={t('choose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface ChosenFilesProps {
  files: readonly File[]
  onRemove: (file: File) => void
}

function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  const { t } = useTranslation('imports')
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <section aria-label={t('chosen')}>
      <p className={styles.hint}>{t('count', { count: files.length, size: formatSize(bytes) })}</p>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`}>
            <span className={styles.name}>
              <Isolated>{file.name}</Isolated>
            </span>
            <span className={styles.size}>{formatSize(file.size)}</span>
            <IconButton
              icon={iconClose}
              size="sm"
              label={t('remove', { name: file.name })}
              onClick={() => onRemove(file)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
