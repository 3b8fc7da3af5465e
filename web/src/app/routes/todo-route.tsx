import { lazy, Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from '../shell/shell.module.css'

const TodoScreen = lazy(() =>
  import('../../features/todo/todo-screen.tsx').then(({ TodoScreen }) => ({ default: TodoScreen })),
)

/** The code of the todo list is loaded when it is first opened. */
export function TodoRoute() {
  const { t } = useTranslation()
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <TodoScreen />
    </Suspense>
  )
}
