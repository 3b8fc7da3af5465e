import { IconButton } from './icon-button.tsx'
import { iconClose } from './icons.ts'
import { dismissToast, type ToastEntry, useToasts } from './toast-store.ts'
import styles from './toasts.module.css'

/** Where toasts appear; mounted once. A polite live region, errors interrupt. Texts are always plain text. */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  const list = useToasts((state) => state.list)
  return (
    <section className={styles.region} aria-label={label} aria-live="polite">
      {list.map((entry) => (
        <Toast key={entry.id} entry={entry} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

function Toast({ entry, closeLabel }: { entry: ToastEntry; closeLabel: string }) {
  const { id, kind, text, action } = entry
  const run = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <span className={styles.text}>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={run}>
          {action.label}
        </button>
      )}
      <IconButton
        icon={iconClose}
        label={closeLabel}
        size="sm"
        className={styles.close}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
