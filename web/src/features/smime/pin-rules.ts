import { limits } from '@hongyan/contract/limits'
import { pinLength } from './pin.ts'

export type PinTrouble = 'short' | 'long' | 'differ'

/** What is wrong with a new PIN that was typed twice. */
export function pinTrouble(pin: string, again: string): PinTrouble | null {
  if (pinLength(pin) < limits.pinMin) return 'short'
  if (pinLength(pin) > limits.pinMax) return 'long'
  return pin === again ? null : 'differ'
}
