import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Marionette } from './marionette.ts'

const folder = fileURLToPath(new URL('../../test-results/thunderbird/', import.meta.url))

/** Keeps what the window shows, for people to look at: `e2e/test-results/thunderbird/NAME.png`. */
export async function shoot(program: Marionette, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), await program.picture())
}
