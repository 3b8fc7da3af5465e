/**
 * `npm run hostile [-- --heap 1024] [--only parts,of,names] [--rounds 2] [--seconds 25] [--every 1] [--skip-growth]
 * [--skip-single] [--skip-together] [--group FOLDER] [--profile FOLDER] [--stalls FILE] [--memory FILE]`: the product in a process of its own
 * with a small heap, attacked by
 * every kind of hostile deed, one kind after the other and then all at once, while an honest person lists, opens,
 * searches and is delivered mail. The attackers give way to them on the processor, for in the world they have machines
 * of their own; `--beside` takes that back. Prints one table; the exit code says whether it holds.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allAttacks } from './attacks.ts'
import { measureGrowth } from './growth.ts'
import { startSiege } from './siege.ts'
import { type Row, report } from './table.ts'

const { values } = parseArgs({
  options: {
    heap: { type: 'string', default: '1024' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1' },
    /** How long slow clients are slow. */
    seconds: { type: 'string', default: '25' },
    /** Every how many-th case is done. */
    every: { type: 'string', default: '1' },
    beside: { type: 'boolean', default: false },
    'skip-growth': { type: 'boolean', default: false },
    'skip-single': { type: 'boolean', default: false },
    'skip-together': { type: 'boolean', default: false },
    profile: { type: 'string' },
    /** Where a line for each long stall is written; a profile brings them with it. */
    stalls: { type: 'string' },
    memory: { type: 'string' },
    group: { type: 'string' },
  },
})
if (values.profile) await mkdir(values.profile, { recursive: true })
const stalls = values.stalls ?? (values.profile && join(values.profile, 'stalls'))
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const wanted = values.only.split(',')
const attacks = allAttacks.filter((one) => wanted.some((part) => one.name.includes(part)))
const load = (): string => loadavg()[0]?.toFixed(1) ?? ''
say(
  `${new Date().toISOString().slice(0, 16)}, ${availableParallelism()} × ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ` +
    `node ${process.version}, heap ${values.heap} MB, ${values.group ? `control group ${values.group}` : 'no control group'}, ` +
    `attackers ${values.beside ? 'beside' : 'behind'} the server on the processor, load ${load()}`,
)

const rows: Row[] = []
let died = ''
const folder = await mkdtemp(join(tmpdir(), 'hongyan-hostile-'))
try {
  if (!values['skip-growth']) rows.push(await measureGrowth(say))
  await attackAll()
} catch (thrown) {
  died = thrown instanceof Error ? thrown.message : String(thrown)
  say(thrown instanceof Error ? String(thrown.stack) : died)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = report({ rows, died, load: loadavg()[0] ?? 0, heap: values.heap, say }) ? 0 : 1

async function attackAll(): Promise<void> {
  const siege = await startSiege({
    folder,
    heap: Number(values.heap),
    group: values.group,
    stepBack: !values.beside,
    programs: true,
    memory: values.memory,
    effort: { every: Number(values.every), slowMs: Number(values.seconds) * 1_000 },
    ...(stalls && { stalls }),
    node: values.profile
      ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`, '--cpu-prof-interval=5000']
      : [],
    say,
  })
  say(`idle ${siege.idle.toFixed(0)} MB`)
  try {
    for (const attack of values['skip-single'] ? [] : attacks) {
      rows.push(await siege.measure(attack))
      await delay(3_000)
    }
    if (attacks.length > 1 && !values['skip-together']) {
      for (let round = 0; round < Number(values.rounds); round++)
        rows.push(await siege.measureTogether('ALL AT ONCE', attacks))
    }
    rows.push(await siege.peace('afterwards, for 20 s', 20))
  } finally {
    await siege.end()
  }
}
