import { expect, it } from 'vitest'
import { guessNetwork, networkKey } from './network-key.ts'

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:c000:207', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['2001:db8::2:3:4:5', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff::9', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['2001:db8:1::9', '2001:db8:1:0::/64', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown', 'unknown'],
])('P7: %s is counted as %s, its guesses as %s', (address, key, guess) => {
  expect(networkKey(address)).toBe(key)
  expect(guessNetwork(address)).toBe(guess)
})

it('P7: all addresses of one /64 are one key, however they are written', () => {
  const written = [
    '2001:db8:5:6::',
    '2001:db8:5:6::1',
    '2001:db8:5:6:0:0:0:2',
    '2001:db8:5:6:a:b:c:d',
  ]
  expect(new Set(written.map(networkKey)).size).toBe(1)
})

it('a line that is gone before it was looked at has a key, too', () => {
  expect(networkKey(undefined)).toBe('')
  expect(guessNetwork(undefined)).toBe('')
})
