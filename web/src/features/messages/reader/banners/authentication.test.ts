import { expect, it } from 'vitest'
import { judge } from './authentication.ts'

const none = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', domain: null }

it('READ T28 calls a mail verified only when the sender’s own domain vouches for it', () => {
  expect(judge({ ...none, dmarc: 'pass', spf: 'fail' }, 'a@bank.example')).toBe('verified')
  expect(judge({ ...none, dkim: 'pass', domain: 'bank.example' }, 'a@news.bank.example')).toBe(
    'verified',
  )
  expect(judge({ ...none, dkim: 'pass', domain: 'mailer.example' }, 'a@bank.example')).toBe(
    'unverified',
  )
  expect(judge({ ...none, dkim: 'pass', domain: 'ank.example' }, 'a@bank.example')).toBe(
    'unverified',
  )
})

it('READ T28 warns when SPF, DKIM or DMARC fails', () => {
  expect(judge({ ...none, dmarc: 'fail' }, 'a@bank.example')).toBe('failed')
  expect(judge({ ...none, spf: 'fail' }, 'a@bank.example')).toBe('failed')
  expect(
    judge({ ...none, dkim: 'fail', spf: 'pass', domain: 'bank.example' }, 'a@bank.example'),
  ).toBe('failed')
  expect(judge({ ...none, spf: 'softfail' }, 'a@bank.example')).toBe('unverified')
})
