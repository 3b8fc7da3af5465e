import { type RewriteWay, rewriteWays } from '@hongyan/contract/assistant-wire'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { iconRefresh } from '../../../ui/icons.ts'
import { iconStop } from '../../../ui/icons-later.ts'
import { Select } from '../../../ui/select.tsx'
import { askRewrite } from './ask-text.ts'
import styles from './beyond.module.css'
import { OnceNote } from './once-note.tsx'
import { useOnce } from './use-once.ts'

interface RewriteDialogProps {
  way: RewriteWay
  passage: string
  answers: number | null
  /** With what is to stand in its place; null for nothing. */
  onClose: (text: string | null) => void
}

/** A passage beside what a model makes of it; a person takes it, or leaves it. */
export function RewriteDialog({ way: first, passage, answers, onClose }: RewriteDialogProps) {
  const { t } = useTranslation('assistant')
  const [way, setWay] = useState(first)
  const { answer, ask, stop } = useOnce()
  const begin = (next: RewriteWay) => ask(() => askRewrite(next, passage, answers))
  const begun = useRef(begin)
  useEffect(() => begun.current(first), [first])
  const change = (value: string) => {
    const next = rewriteWays.find((one) => one === value)
    if (next === undefined) return
    setWay(next)
    begin(next)
  }
  const content = answer?.content.trim() ?? ''
  const isOpen = answer?.state === 'waiting' || answer?.state === 'streaming'
  const strange = answer?.strange ?? []
  return (
    <Dialog
      title={t('rewrite.title')}
      closeLabel={t('common:close')}
      width={720}
      onClose={() => onClose(null)}
      footer={
        <>
          {isOpen && (
            <Button icon={iconStop} onClick={stop}>
              {t('stop')}
            </Button>
          )}
          <Button
            kind="primary"
            disabled={isOpen || content === ''}
            onClick={() => onClose(content)}
          >
            {t('rewrite.replace')}
          </Button>
        </>
      }
    >
      <div className={styles.ways}>
        <Select
          label={t('rewrite.way')}
          value={way}
          data-autofocus
          options={rewriteWays.map((value) => ({ value, label: t(`compose:rewrite.${value}`) }))}
          onChange={(event) => change(event.target.value)}
        />
        <Button kind="quiet" icon={iconRefresh} disabled={isOpen} onClick={() => begin(way)}>
          {t('rewrite.again')}
        </Button>
      </div>
      <div className={styles.sides}>
        <Side label={t('rewrite.before')} text={passage} />
        <Side label={t('rewrite.after')} text={answer?.content ?? ''} isNew />
      </div>
      <div className={styles.notes}>
        {strange.length > 0 && (
          <p className={styles.wrong}>{t('rewrite.strange', { list: strange.join(' ') })}</p>
        )}
        {answer !== null && <OnceNote answer={answer} said={content} />}
      </div>
    </Dialog>
  )
}

function Side({ label, text, isNew = false }: { label: string; text: string; isNew?: boolean }) {
  return (
    <section className={styles.side} aria-label={label}>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to */}
      <div className={`${styles.passage} ${isNew ? styles.new : ''}`} dir="auto" tabIndex={0}>
        {text}
      </div>
    </section>
  )
}
