import { createRoot, hydrateRoot } from 'react-dom/client'
import { firstFormRoot } from '../features/login/first-form.ts'
import { takeTicket } from '../features/login/pending-ticket.ts'
import { expectPage } from '../lib/first-screen.ts'
import { startI18n } from '../lib/i18n.ts'
import { followLine } from '../lib/line.ts'
import { showTroublesBy } from '../lib/trouble.ts'
import { toast } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { goToLanding, startsAtLogin } from './first-place.ts'
import { leadPhones } from './phone-door.ts'
import { warmUp } from './warm-up.ts'

/** Data and texts are asked for at once, while the page is still being built. */
export async function start(): Promise<void> {
  // From here on the libraries are there (a mark in the browser's own timeline).
  performance.mark('app')
  expectPage()
  takeTicket()
  followLine()
  showTroublesBy((text) => toast({ kind: 'error', text }))
  warmUp()
  void leadPhones()
  await startI18n()
  draw()
}

/** Takes over the login form that stands there already, unless its own links have led elsewhere meanwhile. */
function draw(): void {
  const form = firstFormRoot()
  if (form && startsAtLogin()) {
    goToLanding()
    hydrateRoot(form, <App />)
    return
  }
  form?.replaceChildren()
  form?.removeAttribute('data-first')
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
}
