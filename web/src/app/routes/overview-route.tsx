import { type ComponentProps, lazy, Suspense } from 'react'

const OverviewScreen = lazy(() =>
  import('../../features/folders/overview-screen.tsx').then(({ OverviewScreen }) => ({
    default: OverviewScreen,
  })),
)

/** Lists of folders and of labels: loaded when first opened. */
export function OverviewRoute(props: ComponentProps<typeof OverviewScreen>) {
  return (
    <Suspense fallback={null}>
      <OverviewScreen {...props} />
    </Suspense>
  )
}
