import { expect, it } from 'vitest'
import { formatSize } from './sizes.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10_240, '10 KB'],
  [1_048_575, '1 MB'],
  [52_428_800, '50 MB'],
  [5_905_580_032, '5.5 GB'],
  [5_905_580_032_000, '5500 GB'],
])('SHELL-28 writes %d bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))
