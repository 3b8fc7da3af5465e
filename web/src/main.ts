import './ui/tokens.css'
import './features/skins/skins.css'
import './ui/base.css'
import { showFirstSight } from './app/first-sight.ts'
import { sayUnloaded } from './features/login/first-form.ts'

// The smallest of all scripts: who signs in sees the form before the next one is read. Who is signed in has the first calls on their way at
// once, and the libraries come while these are answered, after what is drawn without them.
void showFirstSight()
  .then(() => import('./app/early.ts'))
  .then(({ firstScreenPainted }) => firstScreenPainted)
  .then(() => import('./app/start.tsx'))
  .then(({ start }) => start())
  .catch((fault: unknown) => {
    sayUnloaded()
    throw fault
  })
