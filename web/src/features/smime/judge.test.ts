import { expect, it } from 'vitest'
import { judge, type SignedFacts, type Verdict } from './judge.ts'

const now = new Date('2026-06-01T12:00:00Z')
const certificate = {
  addresses: ['ann@example.test'],
  fingerprint: 'f1',
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2027-01-01T00:00:00Z'),
}
const signer = { intact: true, certificate }
const good: SignedFacts = {
  scope: 'whole',
  signers: [signer],
  from: ['ann@example.test'],
  fromFields: 1,
  sender: [],
  known: ['f1'],
  earlier: ['f0'],
  isPeer: false,
  now,
}

it('READ-07 a signature is valid when the organisation’s certificate of the From address signed it all', () => {
  expect(judge(good)).toBe('valid')
  expect(judge({ ...good, from: ['Ann@Example.TEST'] })).toBe('valid')
  expect(judge({ ...good, sender: ['ann@example.test'] })).toBe('valid')
})

it('KEYS-02 KEYS-05 a certificate that the reader took, and one that was replaced, have words of their own', () => {
  expect(judge({ ...good, isPeer: true })).toBe('accepted')
  expect(judge({ ...good, signers: of({ fingerprint: 'f0' }) })).toBe('earlier')
})

const of = (part: Partial<typeof certificate>) => [
  { intact: true, certificate: { ...certificate, ...part } },
]

const spoofs: [string, Partial<SignedFacts>, Verdict][] = [
  ['a signed part inside an unsigned mail', { scope: 'part' }, 'part'],
  ['no signer at all', { signers: [] }, 'broken'],
  ['changed content', { signers: [{ intact: false, certificate }] }, 'broken'],
  ['a broken second signature', { signers: [signer, { intact: false, certificate }] }, 'broken'],
  ['two signers', { signers: [signer, signer] }, 'unclear'],
  [
    'no certificate beside it',
    { signers: [{ intact: true, certificate: null }] },
    'unknown-signer',
  ],
  ['no From', { from: [], fromFields: 0 }, 'unclear'],
  ['an empty From', { from: [], fromFields: 1 }, 'unclear'],
  ['a From without address', { from: [''] }, 'unclear'],
  ['two authors', { from: ['ann@example.test', 'eve@evil.test'] }, 'unclear'],
  ['two authors, the signer second', { from: ['eve@evil.test', 'ann@example.test'] }, 'unclear'],
  ['two From fields', { fromFields: 2 }, 'unclear'],
  [
    'two From fields that say the same',
    { from: ['ann@example.test', 'ann@example.test'], fromFields: 2 },
    'unclear',
  ],
  ['another Sender', { sender: ['eve@evil.test'] }, 'unclear'],
  ['two Senders', { sender: ['ann@example.test', 'eve@evil.test'] }, 'unclear'],
  [
    'a certificate for another address',
    { signers: of({ addresses: ['eve@evil.test'] }) },
    'other-address',
  ],
  ['a certificate for no address', { signers: of({ addresses: [] }) }, 'other-address'],
  [
    'a certificate for two addresses',
    { signers: of({ addresses: ['ann@example.test', 'eve@evil.test'] }) },
    'other-address',
  ],
  [
    'a certificate for a look-alike',
    { signers: of({ addresses: ['аnn@example.test'] }) },
    'other-address',
  ],
  [
    'a certificate for a longer address',
    { signers: of({ addresses: ['ann@example.test.evil.test'] }) },
    'other-address',
  ],
  ['a certificate nobody knows', { known: [] }, 'unknown-signer'],
  [
    'a self-made certificate for the same address',
    { signers: of({ fingerprint: 'f2' }) },
    'unknown-signer',
  ],
  ['the known one of somebody else', { known: ['f9'] }, 'unknown-signer'],
  ['an expired certificate', { now: new Date('2027-01-02T00:00:00Z') }, 'expired'],
  ['a certificate of the future', { now: new Date('2025-12-31T00:00:00Z') }, 'expired'],
]

it.each(spoofs)('READ-07 %s is never called valid', (_, part, verdict) => {
  expect(judge({ ...good, ...part })).toBe(verdict)
})
