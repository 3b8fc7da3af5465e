import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Places where a time becomes text, each with its reason: everybody else asks them. */
const allowed: Readonly<Record<string, RegExp>> = {
  // How a person reads times: zone, 12 or 24 hours, language.
  'web/src/lib/dates.ts': /./,
  'web/src/lib/zone-time.ts': /./,
  'server/src/platform/local-time.ts': /./,
  // What a field holds on the wire, read by no person.
  'server/src/features/rules/local-minutes.ts': /./,
  // For support, not for people: the zone that the browser is in.
  'web/src/features/records/self-check-page.tsx': /resolvedOptions/,
}

/** What makes a text of a time by itself, or shifts one into a zone to cut it. RFC 5322's own form is no such text. */
const makes =
  /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String|\.get(?:UTC)?(?:Hours|Minutes)\(|[zZ]one \* (?:3_600_000|hour)\)\s*\.toISOString/

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)

it('MAILLIST-11 LIMITS-13 every time that is shown goes through the one helper that knows zone and 12 or 24 hours', () => {
  const found = [...filesOf('web/src'), ...filesOf('server/src/features')].flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => makes.test(line) && !allowed[file]?.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
