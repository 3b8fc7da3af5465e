import type { ComposeFile } from '@hongyan/contract/compose'
import { useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Button } from '../../../ui/button.tsx'
import { fileKind } from '../../../ui/file-kind.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClose, iconPaperclip, iconRefresh } from '../../../ui/icons.ts'
import { iconPause, iconPlay } from '../../../ui/icons-later.ts'
import styles from './attachments.module.css'
import { RenameFile } from './rename-file.tsx'
import type { Upload, UploadPhase } from './upload-group.ts'
import type { Attachments } from './use-attachments.ts'

interface AttachmentListProps {
  files: ComposeFile[]
  attachments: Attachments
  error: string | null
}

export function AttachmentList({ files, attachments, error }: AttachmentListProps) {
  const { t } = useTranslation('compose')
  const chooser = useRef<HTMLInputElement>(null)
  const { uploads, attach, remove } = attachments
  const count = files.length + uploads.list.length
  const bytes = [...files, ...uploads.list].reduce((sum, one) => sum + one.size, 0)
  return (
    <section className={styles.section} aria-label={t('files.list')}>
      <div className={styles.bar}>
        <Button
          kind="quiet"
          size="sm"
          icon={iconPaperclip}
          onClick={() => chooser.current?.click()}
        >
          {t('files.add')}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          data-testid="attach"
          onChange={(event) => {
            attach(Array.from(event.target.files ?? []))
            // The same file may be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        {count > 0 && (
          <span className={styles.total}>
            {t('files.total', { count, size: formatSize(bytes) })}
          </span>
        )}
      </div>
      {count > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.fileId} className={styles.item}>
              <FileFace name={file.fileName} detail={formatSize(file.size)} />
              <RenameFile file={file} onRenamed={attachments.renamed} />
              <IconButton
                icon={iconClose}
                size="sm"
                label={t('files.remove', { name: file.fileName })}
                onClick={() => remove(file)}
              />
            </li>
          ))}
          {uploads.list.map((upload) => (
            <UploadItem key={`u${upload.key}`} upload={upload} attachments={attachments} />
          ))}
        </ul>
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function UploadItem({ upload, attachments }: { upload: Upload; attachments: Attachments }) {
  const { t } = useTranslation('compose')
  const { key, name, size, share, phase, error } = upload
  const { uploads } = attachments
  const percent = `${Math.floor(share * 100)}%`
  const details: Record<UploadPhase, string> = {
    waiting: t('files.waiting'),
    running: `${percent} · ${formatSize(size)}`,
    paused: t('files.paused', { percent }),
    retrying: t('files.retrying', { percent }),
    failed: error ?? '',
  }
  const failed = phase === 'failed'
  return (
    <li className={failed ? styles.failedItem : styles.item} data-phase={phase}>
      <FileFace name={name} detail={details[phase]} />
      {(phase === 'running' || phase === 'waiting') && (
        <IconButton
          icon={iconPause}
          size="sm"
          label={t('files.pause', { name })}
          onClick={() => uploads.pause(key)}
        />
      )}
      {phase === 'paused' && (
        <IconButton
          icon={iconPlay}
          size="sm"
          label={t('files.resume', { name })}
          onClick={() => uploads.resume(key)}
        />
      )}
      {(failed || phase === 'retrying') && (
        <IconButton
          icon={iconRefresh}
          size="sm"
          label={t('files.retry', { name })}
          onClick={() => uploads.resume(key)}
        />
      )}
      <IconButton
        icon={iconClose}
        size="sm"
        label={t(failed ? 'files.remove' : 'files.cancel', { name })}
        onClick={() => uploads.remove(key)}
      />
      {!failed && (
        <progress
          className={phase === 'running' ? styles.progress : styles.stillProgress}
          max={1}
          value={share}
          aria-label={t('files.progress', { name })}
        />
      )}
    </li>
  )
}

function FileFace({ name, detail }: { name: string; detail: string }) {
  return (
    <>
      <Icon icon={fileKind(name).icon} size={20} />
      <span className={styles.face} title={`${name}\n${detail}`}>
        <FileName name={name} />
        <span className={styles.detail}>{detail}</span>
      </span>
    </>
  )
}
