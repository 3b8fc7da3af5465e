import { domain } from '../../durability/product.ts'
import type { Installation } from '../installation.ts'
import { same } from '../program.ts'
import type { Marionette } from './marionette.ts'
import { shoot } from './pictures.ts'

/** Things of the set-up lie in shadow trees. */
const inHub = `
  const find = (root, selector) => {
    const own = root.querySelector(selector)
    if (own) return own
    for (const one of root.querySelectorAll('*'))
      if (one.shadowRoot) { const inner = find(one.shadowRoot, selector); if (inner) return inner }
    return null
  }
  const hub = (selector) => find(document, selector)
  const isShown = (selector) => Boolean(hub(selector)?.checkVisibility())
  const fill = (selector, value) => {
    const field = hub(selector)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const forward = () => {
    const button = hub('account-hub-footer #forward')
    if (!button || button.hidden || button.disabled) return false
    button.click()
    return true
  }
`

/** Name, address, what was found, the code: as the window asks for them. */
export async function setUp(program: Marionette, at: Installation): Promise<void> {
  await program.until('the set-up', `${inHub} return isShown('email-auto-form #email')`)
  await program.run(
    `${inHub} fill('email-auto-form #realName', 'Reader'); fill('email-auto-form #email', arguments[0])`,
    at.address,
  )
  await shoot(program, '1-address')
  await program.until('the button behind the address', `${inHub} return forward()`)
  await program.until(
    'what autoconfig found',
    `${inHub} return isShown('email-config-found #imap')`,
  )
  await shoot(program, '2-found')
  const found = await program.run<string[]>(
    `${inHub} return ['#incomingHost', '#incomingPort', '#incomingUsername', '#outgoingHost']
      .map((one) => hub('email-config-found ' + one).textContent)`,
  )
  same('found', found, [`mail.${domain}`, String(at.tlsPort), at.address, `mail.${domain}`])
  await program.until('the button behind it', `${inHub} return forward()`)
  await program.until('the password', `${inHub} return isShown('email-password-form #password')`)
  await program.run(
    `${inHub} fill('email-password-form #password', arguments[0])
    hub('email-password-form #rememberPassword').checked = true`,
    at.code,
  )
  await program.until('the button behind the code', `${inHub} return forward()`)
  await program.until(
    'the account',
    `${inHub} return isShown('email-added-success') || (isShown('email-sync-accounts-form') && forward() && false)`,
  )
  await shoot(program, '3-added')
  await program.until('the last button', `${inHub} return forward()`)
}
