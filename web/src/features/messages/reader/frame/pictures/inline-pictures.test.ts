import { expect, it } from 'vitest'
import { byTurns } from './in-turns.ts'
import { listedOf } from './inline-pictures.ts'

const file = (contentId: string | null, type = 'image/png') => ({ contentId, type })

it('READ-04 a picture that the text shows stands not among the files, however its name is written', () => {
  const files = [
    file('<a@x>'),
    file('B c@x'),
    file('<d@x>'),
    file(null),
    file('<a@x>', 'text/plain'),
  ]
  const html = `<img src="cid:A@x"><td background='cid:b%20C@x'><img src=cid:other@x>`
  expect(listedOf(files, html)).toEqual([files[2], files[3], files[4]])
  expect(listedOf(files, '')).toEqual(files)
})

it('T31 the time to tell them apart grows in step with a mail', () => {
  const took = (count: number): number => {
    const files = Array.from({ length: count }, (_, index) => file(`<${index}@y>`))
    const html = '<img src="cid:x@y">'.repeat(count * 40)
    const since = performance.now()
    expect(listedOf(files, html)).toHaveLength(count)
    return performance.now() - since
  }
  took(500)
  // Other work on the machine only ever adds to it: far less than what each file's look at each picture would, 256 times.
  const least = (count: number) => Math.min(took(count), took(count), took(count))
  const [once, sixteenTimes] = [least(500), least(8_000)]
  expect(sixteenTimes).toBeLessThan(Math.max(once, 5) * 100)
})

it('F9 what is loaded from one place takes turns with what is loaded from others', () => {
  const all = ['silent 1', 'silent 2', 'silent 3', 'good 1', 'other 1', 'other 2']
  expect(byTurns(all, (one) => one.split(' ')[0] ?? '')).toEqual([
    'silent 1',
    'good 1',
    'other 1',
    'silent 2',
    'other 2',
    'silent 3',
  ])
})
