const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/^(?=[^\n]*\bSafari\/)[^\n]*\bVersion\/(\d+)/, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A user agent in two words, as in `Firefox 131 · Windows`; programs that are no browser keep their first word. */
export function clientName(agent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent))
  if (!browser) return agent.split(/[\s/]/)[0]?.slice(0, 40) ?? ''
  const version = browser[0].exec(agent)?.[1] ?? ''
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1]
  return [`${browser[1]} ${version}`, system].filter(Boolean).join(' · ')
}
