import { errors } from '@hongyan/contract/errors'
import { expect, it } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { afterFault } from './upload-trouble.ts'

const refused = (name: keyof typeof errors) =>
  new ApiError({
    status: errors[name].status,
    code: errors[name].code,
    kind: errors[name].status >= 500 ? 'failed' : 'refused',
    message: name,
  })
const offline = new ApiError({ status: 0, code: 0, kind: 'offline', message: 'offline' })

it('COMPOSE-23 a lost connection is tried again with growing waits, then the person is asked', () => {
  const steps = Array.from({ length: 7 }, (_, failures) => afterFault(offline, failures))
  expect(steps.map((one) => (one.kind === 'wait' ? one.ms : one.kind))).toEqual([
    1_000,
    2_000,
    4_000,
    8_000,
    15_000,
    30_000,
    'fail',
  ])
})

it.each([
  ['upload.offset', 'go-on'],
  ['item.not-found', 'begin-anew'],
  ['upload.unfinished', 'wait'],
  ['server.failed', 'wait'],
  ['server.unavailable', 'wait'],
  ['request.too-many', 'wait'],
  ['upload.integrity', 'fail'],
  ['upload.suffix', 'fail'],
  ['compose.duplicate-name', 'fail'],
  ['upload.full', 'fail'],
  ['server.full', 'fail'],
] as const)('COMPOSE-23 after %s an upload will %s', (name, kind) => {
  expect(afterFault(refused(name), 0).kind).toBe(kind)
})

it('COMPOSE-19 shows the sentence of the server', () => {
  expect(afterFault(refused('upload.integrity'), 0)).toEqual({
    kind: 'fail',
    text: 'upload.integrity',
  })
})
