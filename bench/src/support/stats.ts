/** One measured figure, as `npm run bench -- --json` writes it. */
export interface Figure {
  name: string
  /** Messages in the account, connections or users: what `name` was measured at. */
  size: number
  /** Samples behind the figure. */
  n: number
  p50: number
  p95: number
  unit: string
  /** Against the figure that the promise compares it with, in the same run. */
  ratio: number | null
  limit: string | null
  /** False where a promise is missed; null where the figure is only information. */
  met: boolean | null
}

export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

interface Told {
  name: string
  size: number
  samples: readonly number[]
  unit: string
  ratio?: number
  limit?: string
  met?: boolean
}

export const figure = ({ name, size, samples, unit, ratio, limit, met }: Told): Figure => ({
  name,
  size,
  n: samples.length,
  p50: rounded(median(samples)),
  p95: rounded(percentile(samples, 0.95)),
  unit,
  ratio: ratio === undefined ? null : rounded(ratio),
  limit: limit ?? null,
  met: met ?? null,
})

const rounded = (value: number): number => Number(value.toPrecision(4))
