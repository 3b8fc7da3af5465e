import './ui/tokens.css'
import './features/skins/skins.css'
import './ui/base.css'
import { startsAtLogin } from './app/first-place.ts'
import { showFirstSight } from './app/first-sight.ts'
import { sayUnloaded } from './features/login/first-form.ts'

/**
 * The smallest of all scripts: who signs in sees the form before the next one is read. Who is signed in has the first calls on their way at
 * once, before the styles are read, and the libraries come while these are answered, after what is drawn without them.
 */
async function begin(): Promise<void> {
  const sight = showFirstSight()
  if (startsAtLogin()) await sight
  const { askForFirstScreen } = await import('./app/early.ts')
  await askForFirstScreen(sight)
  const { start } = await import('./app/start.tsx')
  await start()
}

begin().catch((fault: unknown) => {
  sayUnloaded()
  throw fault
})
