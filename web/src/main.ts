import './ui/tokens.css'
import './features/skins/skins.css'
import './ui/base.css'
import { firstScreenPainted } from './app/early.ts'
import { firstFormPainted, sayUnloaded } from './features/login/first-form.ts'

// The libraries come after the first calls, whose answers are on their way while the libraries are read, and after what is drawn without them.
void Promise.all([firstFormPainted(), firstScreenPainted])
  .then(() => import('./app/start.tsx'))
  .then(({ start }) => start())
  .catch((fault: unknown) => {
    sayUnloaded()
    throw fault
  })
