import type { Server } from './support/server.ts'
import type { Figure } from './support/stats.ts'

/** What a measurement may use. */
export interface Bench {
  /** A server on the loaded data; started only for measurements that need it. */
  dataset: Server
  datasetFolder: string
  /** Messages in the accounts of the data, smallest first. */
  sizes: readonly number[]
  quick: boolean
}

/** One measured promise: a file of its own. */
export interface Promised {
  name: string
  /**
   * `dataset`: a running server on the loaded data; `rows`: on that without the words of a search, which take most of the time
   * of loading, where nobody else of the run needs them; `own`: starts what it needs itself.
   */
  needs: 'dataset' | 'rows' | 'own'
  run(bench: Bench): Promise<Figure[]>
}
