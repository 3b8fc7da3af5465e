import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { findZipEnd, readZipDirectory } from './zip-format.ts'
import { type ZipFileRecord, zipCentral, zipEnd, zipLength, zipLocal } from './zip-records.ts'

/** Another program that reads zips, where it is there. */
const hasPython = spawnSync('python3', ['--version']).status === 0

const fileOf = (name: string, bytes: Buffer): ZipFileRecord => ({
  name,
  size: bytes.length,
  crc: crc32(bytes),
  changedAt: new Date('2026-01-05T10:20:30Z'),
})

function zipOf(contents: [string, Buffer][]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, bytes] of contents) {
    const file = fileOf(name, bytes)
    const local = zipLocal(file)
    entries.push(zipCentral(file, at))
    parts.push(local, bytes)
    at += local.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  return Buffer.concat([...parts, directory, zipEnd(contents.length, at, directory.length)])
}

it('a zip of records is what our own reader and another program read', () => {
  const contents: [string, Buffer][] = [
    ['李雷@example.test/收件箱/1.eml', Buffer.from('one')],
    ['b/2.eml', Buffer.alloc(70_000, 'x')],
    ['empty', Buffer.alloc(0)],
  ]
  const zip = zipOf(contents)
  const end = findZipEnd(zip)
  expect(end?.count).toBe(3)
  const read = [...readZipDirectory(zip.subarray(end?.directoryAt))]
  expect(read.map(({ name, size, crc, method }) => ({ name, size, crc, method }))).toEqual(
    contents.map(([name, bytes]) => ({ name, size: bytes.length, crc: crc32(bytes), method: 0 })),
  )
  const names = contents.reduce((sum, [name]) => sum + Buffer.byteLength(name), 0)
  expect(zipLength({ count: 3, bytes: 70_003, names })).toBe(zip.length)
  expect(zipLength({ count: 3, bytes: 2 ** 32, names })).toBeNull()
  if (!hasPython) return
  const folder = mkdtempSync(join(tmpdir(), 'zip-records-'))
  try {
    writeFileSync(join(folder, 'a.zip'), zip)
    const script =
      'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),[i.filename for i in z.infolist()],z.infolist()[0].date_time)'
    const said = execFileSync('python3', ['-c', script, join(folder, 'a.zip')], {
      encoding: 'utf8',
    })
    expect(said.trim()).toBe(
      "None ['李雷@example.test/收件箱/1.eml', 'b/2.eml', 'empty'] (2026, 1, 5, 10, 20, 30)",
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.skipIf(!hasPython)(
  'beyond 65,535 files and 4 GiB the records of ZIP64 are read by another program',
  () => {
    const contents = Array.from({ length: 70_000 }, (_, index): [string, Buffer] => [
      `${index}`,
      Buffer.from(String(index)),
    ])
    const folder = mkdtempSync(join(tmpdir(), 'zip-records-'))
    try {
      writeFileSync(join(folder, 'a.zip'), zipOf(contents))
      const script =
        'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.read("69999").decode(),len(z.infolist()))'
      const said = execFileSync('python3', ['-c', script, join(folder, 'a.zip')], {
        encoding: 'utf8',
      })
      expect(said.trim()).toBe('69999 70000')
    } finally {
      rmSync(folder, { recursive: true })
    }
    const far = zipCentral(fileOf('a', Buffer.from('a')), 5 * 2 ** 32)
    expect(far.readUInt32LE(42)).toBe(0xffffffff)
    expect(far.readBigUInt64LE(far.length - 8)).toBe(BigInt(5 * 2 ** 32))
  },
)
