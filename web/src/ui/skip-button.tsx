import styles from './skip-button.module.css'

/** The first stop of the keyboard: past everything that is on every page. Seen while it has the focus. */
export const SkipButton = ({ label, onSkip }: { label: string; onSkip: () => void }) => (
  <button type="button" className={styles.skip} onClick={onSkip}>
    {label}
  </button>
)
