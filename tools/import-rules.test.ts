import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder = ''
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the rules of .dependency-cruiser.cjs say of a product made of these files. */
async function violationsIn(files: Record<string, string>): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), 'hongyan-rules-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json'])
    await cp(join(root, file), join(folder, file))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'web', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  ).catch((failed: { stdout: string }) => failed)
  const { violations } = JSON.parse(stdout).summary as {
    violations: { from: string; rule: { name: string } }[]
  }
  return violations.map(({ from, rule }) => `${from}: ${rule.name}`).toSorted()
}

it('issue 11 ui/heavy: react-aria is refused outside it, and what stands there is never loaded at once', async () => {
  const library = "import { Button } from 'react-aria-components/Button'\nexport const a = Button\n"
  const refused = await violationsIn({
    'web/src/ui/heavy/month.ts': library,
    'web/src/ui/month.ts': "export const load = () => import('./heavy/month.ts')\n",
    'web/src/ui/at-once.ts': "import { a } from './heavy/month.ts'\nexport const b = a\n",
    'web/src/ui/alone.ts': library,
    'web/src/features/x/own.ts': library,
    'web/src/features/x/dates.ts':
      "import { today } from '@internationalized/date'\nexport const c = today\n",
    'web/src/features/x/past-the-door.ts':
      "export const load = () => import('../../ui/heavy/month.ts')\n",
    'web/src/features/x/by-the-door.ts':
      "import { load } from '../../ui/month.ts'\nexport const d = load\n",
  })
  expect(refused).toEqual([
    'web/src/features/x/dates.ts: heavy-parts-only',
    'web/src/features/x/own.ts: heavy-parts-only',
    'web/src/features/x/past-the-door.ts: heavy-parts-by-their-door',
    'web/src/ui/alone.ts: heavy-parts-only',
    'web/src/ui/at-once.ts: heavy-parts-later',
  ])
})

it('issue 13 lib/renew.ts: a token is taken by the doors of calls and sockets, and by nobody beside them', async () => {
  const taking =
    "import { freshAccessToken } from './renew.ts'\nexport const a = freshAccessToken\n"
  const refused = await violationsIn({
    'web/src/lib/renew.ts': "export const freshAccessToken = (): string => ''\n",
    'web/src/lib/with-token.ts': taking,
    'web/src/lib/own-fetch.ts': taking,
    'web/src/features/x/download.ts': taking.replace('./', '../../lib/'),
    'web/src/features/x/by-the-door.ts':
      "import { a } from '../../lib/with-token.ts'\nexport const b = a\n",
  })
  expect(refused).toEqual([
    'web/src/features/x/download.ts: tokens-by-one-door',
    'web/src/lib/own-fetch.ts: tokens-by-one-door',
  ])
})
