/** Counters and gauges in the Prometheus text format. */
export interface Metrics {
  /** Adds to a counter; labels become part of its name. */
  count(name: string, labels?: Record<string, string>, by?: number): void
  /** A value that is read when somebody asks. */
  gauge(name: string, read: () => number | Promise<number>): void
  /** What a counter came to, whatever its labels. */
  sum(name: string): number
  /** What each gauge says now. */
  gauges(): Promise<Map<string, number>>
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const counters = new Map<string, number>()
  const gauges = new Map<string, () => number | Promise<number>>()
  return {
    count: (name, labels = {}, by = 1) => {
      const key = `${name}${labelText(labels)}`
      counters.set(key, (counters.get(key) ?? 0) + by)
    },
    gauge: (name, read) => {
      gauges.set(name, read)
    },
    sum: (name) => {
      let sum = 0
      for (const [key, value] of counters)
        if (key === name || key.startsWith(`${name}{`)) sum += value
      return sum
    },
    gauges: async () => {
      const values = new Map<string, number>()
      for (const [name, read] of gauges) values.set(name, await read())
      return values
    },
    text: async () => {
      const lines: string[] = []
      const names = new Set([...counters.keys()].map((key) => key.split('{')[0] ?? key))
      for (const name of names) lines.push(`# TYPE ${name} counter`)
      for (const [key, value] of counters) lines.push(`${key} ${value}`)
      for (const [name, read] of gauges)
        lines.push(`# TYPE ${name} gauge`, `${name} ${await read()}`)
      return `${lines.join('\n')}\n`
    },
  }
}

function labelText(labels: Record<string, string>): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`,
  )
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}
