import { describe, expect, it } from 'vitest'
import { attachmentProblem, pictureProblem } from './attachment-rules.ts'

const megabyte = 1024 * 1024
const rules = { maxAttachments: 40, maxUpload: 50 * megabyte, refusedSuffixes: ['exe', 'bat'] }
const problem = (name: string, size = 10, names: string[] = []) =>
  attachmentProblem({ name, size }, names, rules)

describe('rules for files', () => {
  it('COMPOSE-17 takes 50M and refuses one byte more', () => {
    expect(problem('a.pdf', 50 * megabyte)).toBeNull()
    expect(problem('a.pdf', 50 * megabyte + 1)).toBe('upload.too-big')
  })

  it('COMPOSE-14 refuses an empty file', () => {
    expect(problem('a.pdf', 0)).toBe('upload.empty')
  })

  it('COMPOSE-13 refuses the 41st file', () => {
    const names = Array.from({ length: 40 }, (_, i) => `${i}.pdf`)
    expect(problem('a.pdf', 1, names)).toBe('compose.too-many-attachments')
    expect(problem('a.pdf', 1, names.slice(1))).toBeNull()
  })

  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['Plan.PDF', 'plan.pdf'],
    ['re\u0301sume\u0301.doc', 'résumé.doc'],
    ['plan.pdf\u202e', 'plan.pdf'],
    ['plan.pdf.', 'plan.pdf'],
    ['ｐｌａｎ.pdf', 'plan.pdf'],
  ])('COMPOSE-16 sees %j and %j as one name', (name, other) => {
    expect(problem(name, 1, [other])).toBe('compose.duplicate-name')
  })

  it.each([
    'a.exe',
    'a.ExE',
    'a.exe.',
    'a.exe ',
    'a.exe\u202e',
    'a.exe::$DATA',
    'a.ｅｘｅ',
    'a.pdf.bat',
  ])('COMPOSE-15 refuses %j', (name) => {
    expect(problem(name)).toBe('upload.suffix')
  })

  it.each(['a.exe.pdf', 'exe', 'bat.txt'])('COMPOSE-15 takes %j', (name) => {
    expect(problem(name)).toBeNull()
  })

  it('COMPOSE-18 refuses pictures over 2M and what is no picture', () => {
    expect(pictureProblem({ type: 'image/png', size: 2 * megabyte })).toBeNull()
    expect(pictureProblem({ type: 'image/png', size: 2 * megabyte + 1 })).toBe(
      'upload.picture-too-big',
    )
    expect(pictureProblem({ type: 'image/svg+xml', size: 1 })).toBe('upload.not-picture')
    expect(pictureProblem({ type: 'text/plain', size: 1 })).toBe('upload.not-picture')
    expect(pictureProblem({ type: 'image/gif', size: 0 })).toBe('upload.empty')
  })
})
