import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { modeOfType } from '../features/messages/messages.public.ts'
import { Spinner } from '../ui/spinner.tsx'
import styles from './shell.module.css'

const ComposeScreen = lazy(() =>
  import('../features/compose/compose-screen.tsx').then(({ ComposeScreen }) => ({
    default: ComposeScreen,
  })),
)

/** The composer's code is loaded when it is first opened. */
export function ComposeRoute() {
  const { t } = useTranslation()
  const { type = '', mailId = '0' } = useParams()
  const mode = modeOfType(type)
  const id = Number(mailId)
  if (!mode || !Number.isSafeInteger(id) || id < 0) return <Navigate to="/404" replace />
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <ComposeScreen key={`${mode}/${id}`} type={mode} mailId={id} />
    </Suspense>
  )
}
