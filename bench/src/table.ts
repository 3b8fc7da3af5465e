import type { Figure } from './stats.ts'

const columns = ['what', 'size', 'n', 'p50', 'p95', 'unit', 'ratio', 'limit', ''] as const

/** Figures as a markdown table. */
export function printTable(title: string, figures: readonly Figure[]): void {
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
  console.log(`\n## ${title}\n`)
  console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'))
}
