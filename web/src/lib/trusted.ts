/**
 * The only place that may turn text into HTML or into the address of a script. The server's policy lists these names
 * (security-headers.ts); where Chromium has Trusted Types a plain string given to `innerHTML`, `srcdoc`, a parser or a
 * worker throws, whoever wrote the line. DOMPurify has a policy of its own, `dompurify`.
 */
interface Rules {
  createHTML?: (html: string) => string | null
  createScriptURL?: (url: string) => string | null
}
type Policy = { [Rule in keyof Rules]-?: (text: string) => string }
interface Factory {
  createPolicy: (name: string, rules: Rules) => Policy
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const made = new Map<string, Policy>()

/** Where the browser has no such types, the text itself; the rules are kept all the same. */
function policy(name: string, rules: Rules): Policy {
  const known = made.get(name)
  if (known) return known
  const refuse = (): string => {
    throw new TypeError(`refused by the policy ${name}`)
  }
  const fresh = factory?.createPolicy(name, rules) ?? {
    createHTML: (html) => rules.createHTML?.(html) ?? refuse(),
    createScriptURL: (url) => rules.createScriptURL?.(url) ?? refuse(),
  }
  made.set(name, fresh)
  return fresh
}

/** Libraries empty an element by an empty string: nothing else gets through by itself. */
export const refuseOtherHtml = (): void =>
  void policy('default', { createHTML: (html) => (html === '' ? '' : null) })

/** A document of its own beside the page: nothing in it runs or loads. What is taken out of it must be cleaned, or be ours. */
export const parsedApart = (html: string): Document =>
  new DOMParser().parseFromString(
    policy('hongyan-apart', { createHTML: (text) => text }).createHTML(html),
    'text/html',
  )

/** For `srcdoc` of a frame that is filled with nodes later; `page` is written in our source. */
export const emptyFrame = (page: string): string =>
  policy('hongyan-frame', {
    createHTML: (text) => (text.endsWith('<body></body></html>') ? text : null),
  }).createHTML(page)

/** Scripts of ours that run beside the page: those of the build, and the one that receives web push. */
const own = /^\/(?:push-worker\.js|(?:[\w-]+\/)*assets\/[\w.-]+\.m?js)$/

/** @throws for an address that is not one of our own scripts */
export const ownScript = (url: string): string =>
  policy('hongyan-script', {
    createScriptURL: (text) => {
      const { origin, pathname } = new URL(text, location.href)
      return origin === location.origin && (import.meta.env.DEV || own.test(pathname)) ? text : null
    },
  }).createScriptURL(url)
