/** `node e2e/scripts/database-restarts.ts`: P3 at its full length. Times are wall clock; run it on a quiet machine. */
import { runRestarts } from '../durability/restart-run.ts'

const report = await runRestarts({ restarts: 5, between: 10_000, sockets: 200, perSecond: 20 })
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const list = (map: Map<unknown, number>) =>
  [...map].map(([kind, times]) => `${times} × ${kind}`).join(', ')
const slowest = Math.max(...report.recoveries)
say(`recoveries   ${report.recoveries.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`)
say(`SMTP         ${list(report.smtp)}`)
say(`HTTP         ${list(report.http)}, ${report.withoutRetryAfter} × 503 without Retry-After`)
say(
  `sockets      ${report.socketsClosed} closed, ${report.socketsTold} of 200 told of a mail after it`,
)
say(`exit code    ${report.exitCode}`)
const isRight =
  slowest <= 3_000 &&
  report.withoutRetryAfter === 0 &&
  [...report.http.keys()].every((status) => status === 200 || status === 503) &&
  [...report.smtp.keys()].every((kind) => /^250|^451/.test(kind)) &&
  report.socketsClosed === 0 &&
  report.socketsTold === 200 &&
  report.exitCode === 0
say(isRight ? 'P3 holds' : 'P3 DOES NOT HOLD')
process.exitCode = isRight ? 0 : 1
