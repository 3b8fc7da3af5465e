import { checkTrails } from '../features/approval/approval.public.ts'
import { checkActs } from '../features/console/console.public.ts'
import { verifyStore } from '../mailstore/verify/verify.ts'
import { createLog } from '../platform/log.ts'
import type { Command } from './command.ts'
import { openGround } from './ground.ts'

/** Exit code 0: everything is as it should be; 1: the findings were printed. */
export const verifyCommand: Command = async ({ config, print }) => {
  const ground = await openGround(config, { log: createLog('warn'), alone: false })
  const { findings, checked, waiting } = await verifyStore(ground.database, ground.blobs)
  findings.push(...(await checkTrails(ground.database)))
  findings.push(...(await checkActs(ground.database)))
  for (const { problem, place } of findings) print(`${problem}: ${place}`)
  if (waiting > 0)
    print(`${waiting} contents belong to no message yet and will be swept after a day`)
  print(`${checked} contents checked, ${findings.length} findings`)
  await ground.close()
  return findings.length > 0 ? 1 : 0
}
