import { expect, test } from '@playwright/test'
import { runComposeCrash } from './crash-compose-run.ts'

test('COMPOSE-04 COMPOSE-05 SENDMODES-11 SENDMODES-12 SENDMODES-13 whatever dies while somebody writes, no text is lost, nothing is sent twice, every state shown is true', async () => {
  test.setTimeout(240_000)
  const { lost, doubled, untrue, verify } = await runComposeCrash({
    rounds: 5,
    seed: 7,
    longest: 2_500,
    say: () => undefined,
  })
  expect({ lost, doubled, untrue, code: verify.code }).toEqual({
    lost: [],
    doubled: [],
    untrue: [],
    code: 0,
  })
})
