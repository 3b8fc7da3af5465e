import type { ParseLimits } from './types.ts'

/** The defaults of `parseMessage` (threat T31: MIME that costs more than it weighs). */
export const DEFAULT_LIMITS: ParseLimits = {
  depth: 50,
  parts: 1000,
  headerBlock: 256 * 1024,
  headerField: 64 * 1024,
  addresses: 2000,
  params: 100,
  pieces: 100,
  references: 1000,
  line: 1024 * 1024,
}
