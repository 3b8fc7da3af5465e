import { approvalAttacks } from './approval.ts'
import { assistantAttacks } from './assistant.ts'
import type { Attack } from './attack.ts'
import { consoleAttacks } from './console.ts'
import { doorAttacks } from './doors.ts'
import { groupAttacks } from './groups.ts'
import { guessAttacks } from './guesses.ts'
import { mailAttacks } from './mails.ts'
import { programDoorAttacks } from './program-doors.ts'
import { programAttacks } from './programs.ts'
import { slowAttacks } from './slow.ts'
import { hostileSources } from './sources.ts'
import { writingAttacks } from './writing.ts'

/** Every kind of hostile deed that there is. */
export const allAttacks: readonly Attack[] = [
  ...mailAttacks,
  ...doorAttacks,
  ...slowAttacks,
  ...guessAttacks,
  ...programAttacks,
  ...programDoorAttacks,
  hostileSources,
  ...consoleAttacks,
  ...groupAttacks,
  ...approvalAttacks,
  ...assistantAttacks,
  ...writingAttacks,
]
