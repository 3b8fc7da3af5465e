/** Prints what every bomb costs: node mime/test/bomb-times.ts [part of a name]. One fresh process per bomb. */
import { execFileSync } from 'node:child_process'
import { readContent } from '../src/content.ts'
import { htmlToText } from '../src/html/html-text.ts'
import { parseMessage } from '../src/parse.ts'
import { previewOf } from '../src/preview.ts'
import { bombs } from './bombs.ts'

const [mode, wanted = ''] = process.argv.slice(2)

if (mode === '--one') {
  measure(wanted)
} else {
  let slow = 0
  for (const { name } of bombs.filter((one) => one.name.includes(mode ?? ''))) {
    const out = execFileSync(process.execPath, [import.meta.filename, '--one', name], {
      encoding: 'utf8',
    })
    if (out.includes('SLOW')) slow++
    process.stdout.write(out)
  }
  process.stdout.write(
    slow === 0 ? 'all within 1 s, 128 MB, 2.3x\n' : `${slow} above the promise\n`,
  )
}

function measure(name: string): void {
  const bomb = bombs.find((one) => one.name === name)
  if (bomb === undefined) return
  const warm = bomb.make(0.01)
  for (let i = 0; i < 3; i++) readAll(warm)
  const once = best(bomb.make(1))
  const twice = best(bomb.make(2))
  const growth = twice.ms / once.ms
  // Below 150 ms the ratio is noise.
  const isSlow = once.ms > 1000 || once.mb > 128 || (growth > 2.3 && twice.ms > 150)
  const numbers = `${once.size.toFixed(1).padStart(6)} MB ${once.ms.toFixed(0).padStart(6)} ms ${once.mb.toFixed(0).padStart(5)} MB  x${growth.toFixed(2)}`
  process.stdout.write(`${name.padEnd(30)}${numbers} ${isSlow ? ' SLOW' : ''}\n`)
}

function best(raw: Uint8Array): { size: number; ms: number; mb: number } {
  const before = process.memoryUsage.rss()
  const costs = [readAll(raw), readAll(raw), readAll(raw)]
  const mb = (process.memoryUsage.rss() - before) / 1e6
  return { size: raw.length / 1e6, ms: Math.min(...costs), mb }
}

function readAll(raw: Uint8Array): number {
  const start = process.cpuUsage()
  const parsed = parseMessage(raw)
  const content = readContent(raw, parsed)
  previewOf(content.text ?? htmlToText(content.html ?? '', 5000))
  if (content.html !== null) htmlToText(content.html)
  JSON.stringify(parsed)
  return process.cpuUsage(start).user / 1000
}
