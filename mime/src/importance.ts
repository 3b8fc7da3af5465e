import { getHeader, type HeaderField } from './headers.ts'

/** RFC 2156 §5.3.6 Importance, and the older X-Priority from 1 to 5. */
export function importanceOf(fields: HeaderField[]): 'high' | 'normal' | 'low' {
  const importance = getHeader(fields, 'importance')?.trim().toLowerCase()
  if (importance === 'high' || importance === 'low') return importance
  const number = Number.parseInt(getHeader(fields, 'x-priority')?.trim() ?? '3', 10)
  return number <= 2 && number >= 1 ? 'high' : number === 4 || number === 5 ? 'low' : 'normal'
}
