// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { rememberWarm } from '../features/folders/folders.public.ts'
import { goToLanding, startsAtLogin, whereItStarts } from './first-place.ts'
import { offPublic } from './routes/off-routes.ts'

afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
})

const signIn = () => {
  localStorage.setItem('accessToken', 'a')
  localStorage.setItem('refreshToken', 'r')
}

it.each<[address: string, login: boolean]>([
  ['', true],
  ['#/', true],
  ['#/login', true],
  ['#/loginBefore?redirect=%2Finbox', true],
  ['#/inbox', true],
  ['#/no-such-page', true],
  ['#/404', false],
  ['#/resetPassword', false],
  ['#/firstResetPsd/a@example.test', false],
  ['#/linkPage/letter/token', false],
  ['#/print/1/2', false],
  ['#/smimePage', false],
  ...offPublic.map(({ path }) => [`#${path}?x=1`, false] as [string, boolean]),
  // By a ticket, and back from the sign-on provider.
  ['?uapticket=t#/login', false],
  ['?code=c&state=s#/login', false],
])(
  'AUTH-01 ROUTES-01 who is not signed in and comes to "%s" begins at the login: %s',
  (address, login) => {
    history.replaceState(null, '', `/${address}`)
    expect(startsAtLogin()).toBe(login)
    signIn()
    expect(startsAtLogin()).toBe(false)
  },
)

it.each([
  ['', '#/loginBefore'],
  ['#/', '#/loginBefore'],
  ['#/login?redirect=%2Fset', '#/login?redirect=%2Fset'],
  ['#/custombox/1?a=b', '#/loginBefore?redirect=%2Fcustombox%2F1%3Fa%3Db'],
  ['#//evil.test', '#/loginBefore'],
])('T17 from "%s" one is led to %s', (address, landing) => {
  history.replaceState(null, '', `/${address}`)
  goToLanding()
  expect(location.hash).toBe(landing)
})

it('ROUTES-06 the inbox is the first screen by the address, else as was known last time, else as the settings will say', () => {
  signIn()
  expect(whereItStarts('/')).toBe('start')
  expect(whereItStarts('/inbox')).toBe('inbox')
  expect(whereItStarts('/reply/1/2')).toBe('elsewhere')
  rememberWarm({ startInInbox: true })
  expect(whereItStarts('/')).toBe('inbox')
  rememberWarm({ startInInbox: false })
  expect(whereItStarts('/')).toBe('elsewhere')
})
