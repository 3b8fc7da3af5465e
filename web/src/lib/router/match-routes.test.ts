import { expect, it } from 'vitest'
import { matchRoutes, type Route } from './match-routes.ts'

const routes: readonly Route[] = [
  { path: '/login' },
  { path: '/firstResetPsd/:address?' },
  {
    children: [
      { path: '/' },
      { path: '/reply/:boxId/:mailId/:index?' },
      { children: [{ path: '/set/print/:uid/:mbox' }, { path: '/set/*' }] },
      { path: '/*' },
    ],
  },
]

it.each([
  ['/', '/', {}],
  ['/login', '/login', {}],
  ['/login/', '/login', {}],
  ['/LOGIN', '/login', {}],
  ['/login/more', '/*', {}],
  ['//login', '/*', {}],
  ['/firstresetpsd', '/firstResetPsd/:address?', {}],
  ['/firstResetPsd/a%40b.test', '/firstResetPsd/:address?', { address: 'a@b.test' }],
  ['/firstResetPsd/a/b', '/*', {}],
  ['/reply/1/2', '/reply/:boxId/:mailId/:index?', { boxId: '1', mailId: '2' }],
  ['/reply/1/2/3/', '/reply/:boxId/:mailId/:index?', { boxId: '1', mailId: '2', index: '3' }],
  ['/reply/1', '/*', {}],
  ['/reply//2', '/*', {}],
  ['/reply/a%2Fb/2', '/reply/:boxId/:mailId/:index?', { boxId: 'a/b', mailId: '2' }],
  ['/reply/%E0%A4/2', '/reply/:boxId/:mailId/:index?', { boxId: '%E0%A4', mailId: '2' }],
  ['/set/print/1/2', '/set/print/:uid/:mbox', { uid: '1', mbox: '2' }],
  ['/set/print/1', '/set/*', {}],
  ['/set', '/set/*', {}],
  ['/settings', '/*', {}],
])('ROUTES-01 %s leads to %s', (pathname, path, params) => {
  const match = matchRoutes(routes, pathname)
  expect(match?.screen.path).toBe(path)
  expect(match?.params).toEqual(params)
})

it('ROUTES-01 a match names what stands around the screen, outermost first', () => {
  const [, , around] = routes
  const match = matchRoutes(routes, '/set')
  expect(match?.groups).toHaveLength(2)
  expect(match?.groups[0]).toBe(around)
})

it('ROUTES-01 nothing fits where no rest is caught', () => {
  expect(matchRoutes([{ path: '/login' }], '/inbox')).toBeNull()
})
