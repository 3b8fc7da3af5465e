import type { Figure } from './stats.ts'

const columns = ['what', 'size', 'n', 'p50', 'p95', 'unit', 'ratio', 'limit', ''] as const

/** Figures as a markdown table. */
export function markdownTable(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [
    one.name,
    one.size.toLocaleString('en'),
    String(one.n),
    String(one.p50),
    String(one.p95),
    one.unit,
    one.ratio === null ? '' : one.ratio.toFixed(2),
    one.limit ?? '',
    one.met === null ? '' : one.met ? 'yes' : 'MISSED',
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}
