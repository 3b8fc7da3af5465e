import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { domain, endPostgres, makePeople, postgresPids, startProduct } from './product.ts'
import { connectSender } from './smtp-sender.ts'
import { readStrace, type SystemCall } from './strace-lines.ts'

/** One of the five steps of a delivery, as the kernel saw it. Times in ms after the first step began. */
export interface Step {
  what: string
  call: string
  began: number
  ended: number
}

export interface FsyncReport {
  steps: Step[]
  /** Sentences about what is missing or out of order; none is what we want. */
  wrong: string[]
}

/** False where strace is missing or may not look at processes. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** P2: one mail comes in while strace watches the server and all processes of PostgreSQL. */
export async function runFsyncOrder(): Promise<FsyncReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-fsync-'))
  const product = await startProduct({ folder })
  try {
    await makePeople({ folder }, ['a'])
    const sender = await connectSender(product.smtpPort)
    const send = (subject: string) =>
      sender.send({
        sender: 'peer@other.test',
        recipients: [`a@${domain}`],
        raw: Buffer.from(`From: peer@other.test\r\nSubject: ${subject}\r\n\r\n${subject}\r\n`),
      })
    // The first mail opens connections and starts what starts late.
    await send('warm')
    const output = join(folder, 'strace.out')
    const trace = await attach([product.pid, ...postgresPids(folder).all], output)
    const answer = await send('traced')
    await delay(200)
    await detach(trace)
    sender.close()
    if (!answer.startsWith('250')) throw new Error(`the mail was answered ${answer}`)
    return judge(readStrace(await readFile(output, 'utf8')))
  } finally {
    await product.end('SIGTERM')
    endPostgres(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function attach(pids: readonly number[], output: string): Promise<ChildProcess> {
  const watched = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'
  const processes = pids.flatMap((pid) => ['-p', String(pid)])
  // Made slow, so that whoever does not wait for the disk is seen to go ahead of it.
  const slow = 'inject=fsync,fdatasync:delay_enter=50000'
  const options = ['-f', '-ttt', '-T', '-yy', '-s', '120', '-e', watched, '-e', slow, '-o', output]
  const trace = spawn('strace', [...options, ...processes], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  trace.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const isAttached = () => pids.every((pid) => said.includes(`Process ${pid} attached`))
  for (let attempt = 0; attempt < 200 && !isAttached(); attempt++) await delay(50)
  if (!isAttached()) throw new Error(`strace could not attach: ${said}`)
  // Its threads follow one by one.
  await delay(500)
  return trace
}

async function detach(trace: ChildProcess): Promise<void> {
  const ended = once(trace, 'exit')
  trace.kill('SIGINT')
  await ended
}

/** Finds the five steps and says what is wrong with their order. */
function judge(calls: readonly SystemCall[]): FsyncReport {
  const find = (name: RegExp, args: RegExp) =>
    calls.find((one) => name.test(one.name) && args.test(one.args))
  const answered = find(/^(write|writev|sendto|sendmsg)$/, /"250 2\.6\.0 Stored/)
  const blob = find(/^f(data)?sync$/, /\/blobs\/unfinished\/[0-9a-f]{64}/)
  const hash = /unfinished\/([0-9a-f]{64})/.exec(blob?.args ?? '')?.[1] ?? 'none'
  const renamed = find(/^rename/, new RegExp(`unfinished/${hash}.*/${hash}"`))
  const folder = find(/^fsync$/, /\/blobs\/recent>/)
  const committed = lastBefore(calls, answered, (one) => /"C\\0\\0\\0\\vCOMMIT/.test(one.args))
  const wal = lastBefore(
    calls,
    committed,
    (one) =>
      one.pid === committed?.pid && /^f(data)?sync$/.test(one.name) && /pg_wal/.test(one.args),
  )
  const found: [string, SystemCall | undefined][] = [
    ['the bytes of the mail reach the disk', blob],
    ['the file gets its name', renamed],
    ['the name reaches the disk', folder],
    ['the log of the database reaches the disk', wal],
    ['the database answers COMMIT', committed],
    ['the sender reads 250', answered],
  ]
  return { steps: stepsOf(found), wrong: wrongOf(found) }
}

function lastBefore(
  calls: readonly SystemCall[],
  limit: SystemCall | undefined,
  fits: (call: SystemCall) => boolean,
): SystemCall | undefined {
  return calls.findLast((one) => limit !== undefined && one.began < limit.began && fits(one))
}

function stepsOf(found: readonly [string, SystemCall | undefined][]): Step[] {
  const start = found.find(([, call]) => call)?.[1]?.began ?? 0
  return found.flatMap(([what, call]) =>
    call
      ? [
          {
            what,
            call: `${call.name}(${call.args.replace(/\/[^ "<>]*\/(blobs|postgres)\//g, '…/$1/')})`,
            began: (call.began - start) * 1000,
            ended: (call.ended - start) * 1000,
          },
        ]
      : [],
  )
}

/** Each step must have ended before the next begins. */
function wrongOf(found: readonly [string, SystemCall | undefined][]): string[] {
  return found.flatMap(([what, call], index) => {
    if (!call) return [`not seen: ${what}`]
    if (!/^\d+$/.test(call.result)) return [`failed: ${what} (${call.result})`]
    const [before, earlier] = found[index - 1] ?? []
    return earlier && earlier.ended > call.began ? [`${what} before: ${before}`] : []
  })
}
