import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'fixtures')

export type Fixture = { name: string; raw: Uint8Array }

/** All messages in test/fixtures. */
export function messageFixtures(): Fixture[] {
  return fixtures((name) => name.endsWith('.eml') || name.includes('mimekit/messages/'))
}

/** All winmail.dat bodies in test/fixtures. */
export function tnefFixtures(): (Fixture & { expected: string[] })[] {
  return fixtures((name) => name.endsWith('.tnef')).map(({ name, raw }) => {
    const list = readFileSync(join(folder, name.replace('.tnef', '.list')), 'utf8')
    return { name, raw, expected: list.split('\n').filter((line) => line !== '') }
  })
}

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, name)))
}

function fixtures(wanted: (name: string) => boolean): Fixture[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(wanted)
    .sort()
    .map((name) => ({ name, raw: fixture(name) }))
}
