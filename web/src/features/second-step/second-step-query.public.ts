import { phone } from '@hongyan/contract/phone'
import { secondStep } from '@hongyan/contract/second-step'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What a login is asked for besides the password. */
export const secondStepQuery = queryOptions({
  queryKey: ['second-step'],
  queryFn: async ({ signal }) => {
    const [state, bound] = await Promise.all([
      call(secondStep.state, {}, { signal }),
      call(phone.bound, {}, { signal }),
    ])
    return { ...state, phone: bound.phone }
  },
})

type SecondStepState = Record<'totp' | 'byPhone' | 'byPasskey', number>

/** Only then are there recovery codes and browsers that are trusted. */
export const asksForSecondStep = ({ totp, byPhone, byPasskey }: SecondStepState): boolean =>
  totp === 1 || byPhone === 1 || byPasskey === 1
