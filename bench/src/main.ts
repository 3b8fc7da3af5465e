import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assistant } from './assistant.ts'
import { busyDelivery } from './busy-delivery.ts'
import { colleagues } from './colleagues.ts'
import { compose } from './compose.ts'
import { concurrency } from './concurrency.ts'
import { console as consolePages } from './console.ts'
import { delivery } from './delivery.ts'
import { groupMail } from './group.ts'
import { home } from './home.ts'
import { http } from './http.ts'
import { imap } from './imap.ts'
import { lists } from './lists.ts'
import { newSearch } from './new-search.ts'
import { peers } from './peers.ts'
import { policy } from './policy.ts'
import type { Promised } from './promise.ts'
import { protection } from './protection.ts'
import { scheduled } from './scheduled.ts'
import { scroll } from './scroll.ts'
import { search } from './search.ts'
import { suggest } from './suggest.ts'
import { openDataset } from './support/dataset.ts'
import { afterLoad, idleProcess } from './support/process.ts'
import { type Server, startServer } from './support/server.ts'
import type { Figure } from './support/stats.ts'
import { markdownTable } from './support/table.ts'
import { trace } from './trace.ts'
import { web } from './web.ts'

const promises: readonly Promised[] = [
  http,
  home,
  lists,
  search,
  suggest,
  concurrency,
  newSearch,
  delivery,
  busyDelivery,
  colleagues,
  groupMail,
  policy,
  scheduled,
  protection,
  idleProcess,
  afterLoad,
  imap,
  web,
  scroll,
  compose,
  assistant,
  consolePages,
  trace,
  peers,
]

/** Parts that threw. */
const failed: string[] = []

const usage = `npm run bench -- [--quick] [--sizes N,N,N] [--only ${promises.map((one) => one.name).join('|')}] [--json FILE] [--corpus PATH]
  --quick        1,000 and 20,000 messages instead of 1,000, 100,000 and 1,000,000: five minutes
  --sizes N,N,N  other numbers of messages, the smallest first; what a person feels in the browser is measured at the second and the last
  --only NAME    one part; several with commas
  --peers        the same work by Dovecot and Roundcube beside ours, where they are installed
  --json FILE    writes [{name, size, n, p50, p95, unit, ratio, limit, met}]
  --load         loads the mailboxes and does nothing else; with --only rows those without words, for home and web
  --corpus PATH  mailboxes of the messages that corpus.mjs made there (eml/ and index.jsonl)
The first run loads the mailboxes (the large ones take some minutes) and keeps them under bench/.cache.
A full run writes bench/results/.`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    sizes: { type: 'string' },
    json: { type: 'string' },
    corpus: { type: 'string' },
    peers: { type: 'boolean', default: false },
    load: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const results = fileURLToPath(new URL('../results/', import.meta.url))

if (values.help) console.log(usage)
else if (values.load)
  await openDataset({
    sizes: sizesOf(values.quick),
    corpus: values.corpus ?? null,
    words: values.only !== 'rows',
  })
else await main()

function sizesOf(quick: boolean): number[] {
  if (values.sizes) return values.sizes.split(',').map(Number)
  return quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000]
}

function chosenParts(): Promised[] {
  const ours = promises.map(({ name }) => name).filter((name) => name !== peers.name)
  const wanted = new Set([
    ...(values.only?.split(',') ?? ours),
    ...(values.peers ? [peers.name] : []),
  ])
  const chosen = promises.filter(({ name }) => wanted.has(name))
  if (chosen.length !== wanted.size) throw new Error(usage)
  return chosen
}

async function main(): Promise<void> {
  const { quick, corpus = null } = values
  const chosen = chosenParts()
  const sizes = sizesOf(quick)
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, node ${process.version}`
  console.log(machine)
  const words = chosen.some(({ needs }) => needs === 'dataset')
  const datasetFolder = chosen.some(({ needs }) => needs !== 'own')
    ? await openDataset({ sizes, corpus, words })
    : ''
  const dataset = datasetFolder === '' ? null : await startServer(datasetFolder)
  const figures: Figure[] = []
  try {
    for (const one of chosen.filter(({ needs }) => needs !== 'own')) {
      figures.push(...(await measure(one, { dataset, datasetFolder, sizes, quick })))
    }
  } finally {
    await dataset?.stop()
  }
  for (const one of chosen.filter(({ needs }) => needs === 'own')) {
    figures.push(...(await measure(one, { dataset: null, datasetFolder, sizes, quick })))
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 1)}\n`)
  if (!quick && !values.only && !values.sizes) save(figures, machine)
  if (failed.length > 0) {
    console.log(`failed: ${failed.join(', ')}`)
    process.exitCode = 1
  }
  const missed = figures.filter((one) => one.met === false)
  console.log(missed.length === 0 ? 'every limit was met' : `${missed.length} limits were missed`)
}

async function measure(
  promised: Promised,
  {
    dataset,
    ...rest
  }: { dataset: Server | null; datasetFolder: string; sizes: readonly number[]; quick: boolean },
): Promise<Figure[]> {
  try {
    const figures = await promised.run({
      ...rest,
      get dataset() {
        if (!dataset) throw new Error(`${promised.name} said that it starts its own server`)
        return dataset
      },
    })
    console.log(`\n## ${promised.name}\n\n${markdownTable(figures)}`)
    return figures
  } catch (thrown) {
    // What others measured is kept.
    console.error(`\n## ${promised.name}\n`, thrown)
    failed.push(promised.name)
    return []
  }
}

function save(figures: readonly Figure[], machine: string): void {
  mkdirSync(results, { recursive: true })
  writeFileSync(`${results}figures.json`, `${JSON.stringify(figures, null, 1)}\n`)
  const day = new Date().toISOString().slice(0, 10)
  const title = `# Measured figures\n\n${day}, ${machine}. Made by \`npm run bench\`; the sender and the browser ran on the same cores.`
  writeFileSync(`${results}README.md`, `${title}\n\n${markdownTable(figures)}\n`)
}
