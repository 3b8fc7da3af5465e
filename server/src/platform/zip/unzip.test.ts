import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import { Entry } from 'yauzl'
import { ZipFile } from 'yazl'
import { openZip } from './unzip.ts'

it('issue 12 line 1: of an archive of many thousand files one is in memory at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-unzip-'))
  const path = join(folder, 'many.zip')
  const wanted = Array.from({ length: 3_000 }, (_, n) => `${n}.eml`)
  const file = new ZipFile()
  for (const name of wanted) file.addBuffer(Buffer.from(`mail ${name}`), name)
  file.end()
  await writeFile(path, file.outputStream)
  const zip = await openZip(path, 5_000)
  const names: string[] = []
  let most = 0
  for await (const item of zip?.items ?? []) {
    names.push(item.name)
    if (names.length % 1_000 === 1) most = Math.max(most, queryObjects(Entry, { format: 'count' }))
  }
  zip?.close()
  expect(names).toEqual(wanted)
  // Some wait for the next look of the collector.
  expect(most).toBeLessThan(50)
  expect(await openZip(path, 2_999)).toBeNull()
  await rm(folder, { recursive: true })
})
