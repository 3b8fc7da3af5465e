// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useIsScreenComing, useLocation, useNavigate, useParams, useSearchParams } from './hooks.ts'
import { Link, NavLink } from './link.tsx'
import type { Route } from './match-routes.ts'
import { Navigate } from './navigate.tsx'
import { createRouter, type NavigateFunction, type Router } from './router.ts'
import { Fault, Outlet, RouterProvider, Routes } from './routes.tsx'

let router: Router
let root: Root
let host: HTMLElement
let navigate: NavigateFunction
/** Screens whose code is asked for, by their name. */
let coming: Map<string, { come: (screen: ReactNode) => void; fail: (error: Error) => void }[]>
let frames = 0

function Frame() {
  const [number] = useState(() => ++frames)
  navigate = useNavigate()
  return (
    <main>
      frame {number}
      {useIsScreenComing() && ' coming'} <Outlet />
    </main>
  )
}

function Where() {
  const { pathname, search, state } = useLocation()
  return `${pathname}${search} ${JSON.stringify(state)}`
}

const Mail = () => `mail ${useParams().id} ${useSearchParams().get('from')}`

function Faulty(): ReactNode {
  throw new Error('a fault')
}

const later = (name: string) => () =>
  new Promise<ReactNode>((come, fail) => {
    coming.set(name, [...(coming.get(name) ?? []), { come, fail }])
  })

const routes: readonly Route[] = [
  { path: '/old', element: <Navigate to="/inbox" /> },
  {
    element: <Frame />,
    errorElement: 'crashed',
    children: [
      { path: '/inbox', element: <Where /> },
      { path: '/mail/:id', element: <Mail /> },
      { path: '/faulty', element: <Faulty /> },
      { path: '/home', later: later('home') },
      { path: '/todo', later: later('todo') },
      {
        path: '/set/*',
        element: (
          <Routes
            routes={[
              {
                element: (
                  <>
                    set of <Outlet />
                  </>
                ),
                children: [{ path: '/set/:id', element: <Mail /> }],
              },
            ]}
          />
        ),
      },
      {
        path: '/menu',
        element: (
          <nav>
            <Link to="/menu">here</Link>
            <Link
              to="/mail/7?from=menu"
              onClick={(event) => event.detail === 7 && event.preventDefault()}
            >
              there
            </Link>
            <NavLink to="/menu" className={({ isActive }) => (isActive ? 'on' : 'off')}>
              menu
            </NavLink>
            <NavLink to="/men">men</NavLink>
          </nav>
        ),
      },
    ],
  },
]

async function begin(path: string): Promise<void> {
  history.replaceState(null, '', `#${path}`)
  router = createRouter({
    routes,
    waiting: 'waiting',
    failed: (error) => <Fault error={error} />,
  })
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host, { onCaughtError: () => undefined })
  await act(async () => root.render(<RouterProvider router={router} />))
}

const text = () => host.textContent
const go: NavigateFunction = (...given) => act(() => navigate(...given))
const come = (name: string, screen: ReactNode) =>
  act(async () => coming.get(name)?.at(-1)?.come(screen))
const idx = () => history.state.idx
/** What the browser does when somebody goes back, or writes an address. */
const pop = (path: string, state: unknown) =>
  act(() => {
    history.replaceState(state, '', `#${path}`)
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  coming = new Map()
  frames = 0
})
afterEach(() => {
  act(() => root.unmount())
  router.stop()
  host.remove()
  vi.restoreAllMocks()
})

it('ROUTES-01 a step is in the address, in the history and on screen; what stands around stays', async () => {
  await begin('/inbox')
  expect([text(), idx()]).toEqual(['frame 1 /inbox null', 0])
  go('/mail/7?from=x')
  expect([text(), idx(), location.hash]).toEqual(['frame 1 mail 7 x', 1, '#/mail/7?from=x'])
  go('/inbox', { replace: true, state: { page: 2 } })
  expect([text(), idx(), location.hash]).toEqual(['frame 1 /inbox {"page":2}', 1, '#/inbox'])
})

it('ROUTES-01 letters of other scripts are encoded as the browser would', async () => {
  await begin('/inbox')
  go('/inbox?searchKeyword=鸿 雁')
  expect(text()).toBe('frame 1 /inbox?searchKeyword=%E9%B8%BF%20%E9%9B%81 null')
  expect(location.hash).toBe('#/inbox?searchKeyword=%E9%B8%BF%20%E9%9B%81')
})

it('ROUTES-01 another host or scheme is nothing but a path of ours', async () => {
  await begin('/inbox')
  go('/inbox')
  const before = location.origin
  go('//elsewhere.test/inbox')
  expect([location.origin, location.hash]).toEqual([before, '#//elsewhere.test/inbox'])
})

it('COMPOSE-04 the way back brings place and state; an address written by hand is a step with a number', async () => {
  await begin('/inbox')
  go('/inbox', { state: 'one' })
  const one = history.state
  go('/mail/7')
  pop('/inbox', one)
  expect([text(), idx()]).toEqual(['frame 1 /inbox "one"', 1])
  pop('/mail/8', null)
  expect([text(), idx()]).toEqual(['frame 1 mail 8 null', 2])
  go('/inbox')
  expect(idx()).toBe(3)
})

it('§Speed a step that must be drawn at once is; others give way', async () => {
  await begin('/inbox')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  navigate('/mail/7', { flushSync: true })
  expect(text()).toBe('frame 1 mail 7 null')
  navigate('/mail/8')
  expect([text(), location.hash]).toEqual(['frame 1 mail 7 null', '#/mail/8'])
  await vi.waitFor(() => expect(text()).toBe('frame 1 mail 8 null'), { timeout: 60_000 })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

it('ROUTES-30 the screen before stays, and its address, until the code of the next is there', async () => {
  await begin('/inbox')
  go('/home')
  expect([text(), location.hash]).toEqual(['frame 1 coming /inbox null', '#/inbox'])
  await come('home', 'home')
  expect([text(), location.hash]).toEqual(['frame 1 home', '#/home'])
  go('/inbox')
  go('/home')
  expect(text()).toBe('frame 1 home')
  expect(coming.get('home')).toHaveLength(1)
})

it('ROUTES-30 a page that begins at such a screen waits for it inside its frame', async () => {
  await begin('/home')
  expect(text()).toBe('frame 1 waiting')
  await come('home', 'home')
  expect([text(), idx()]).toEqual(['frame 1 home', 0])
})

it('ROUTES-30 whoever goes elsewhere meanwhile is not called back', async () => {
  await begin('/inbox')
  go('/home')
  go('/todo')
  await come('todo', 'todo')
  await come('home', 'home')
  expect([text(), location.hash]).toEqual(['frame 1 todo', '#/todo'])
  go('/home')
  expect(text()).toBe('frame 1 home')
  go(-1)
})

it('G118 code that does not come is a fault of that address: the next one is drawn, and it is asked for again', async () => {
  await begin('/inbox')
  go('/home')
  await act(async () => coming.get('home')?.[0]?.fail(new Error('gone')))
  expect([text(), location.hash]).toEqual(['crashed', '#/home'])
  await act(async () => router.navigate('/inbox'))
  expect(text()).toBe('frame 2 /inbox null')
  go('/home')
  await come('home', 'home')
  expect(text()).toBe('frame 2 home')
})

it('G118 a fault while a screen is drawn is shown in place of what stands around it', async () => {
  await begin('/inbox')
  go('/faulty')
  expect(text()).toBe('crashed')
  await act(async () => router.navigate('/mail/7'))
  expect(text()).toBe('frame 2 mail 7 null')
})

it('ROUTES-02 a page that leads on is no step of its own, also where the app begins', async () => {
  await begin('/old')
  expect([text(), location.hash, idx()]).toEqual(['frame 1 /inbox null', '#/inbox', 0])
  go('/old')
  // It stands beside the frame, which is made anew.
  expect([text(), location.hash, idx()]).toEqual(['frame 2 /inbox null', '#/inbox', 1])
})

it('ROUTES-01 routes of a part of the page name their own parts', async () => {
  await begin('/set/5?from=set')
  expect(text()).toBe('frame 1 set of mail 5 set')
})

it('SHELL-01 a link is followed without the browser, unless it is asked to', async () => {
  await begin('/menu')
  const [here, there, menu, men] = host.querySelectorAll('a')
  if (!here || !there || !menu || !men) throw new Error('a link is missing')
  expect(there.getAttribute('href')).toBe('#/mail/7?from=menu')
  expect([
    menu.className,
    menu.getAttribute('aria-current'),
    men.getAttribute('aria-current'),
  ]).toEqual(['on', 'page', null])
  const press = (link: Element, how: MouseEventInit) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how })
    // What is left to the browser happens nowhere in this test.
    const stop = (last: Event) => {
      left = !last.defaultPrevented
      last.preventDefault()
    }
    let left = false
    document.addEventListener('click', stop, { once: true })
    act(() => void link.dispatchEvent(event))
    return left
  }
  press(here, {})
  expect([location.hash, idx()]).toEqual(['#/menu', 0])
  const ofTheBrowser = [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ]
  for (const how of ofTheBrowser) {
    expect(press(there, how)).toBe(true)
    expect(location.hash).toBe('#/menu')
  }
  // What a page does with the click itself leads nowhere.
  expect(press(there, { detail: 7 })).toBe(false)
  expect(location.hash).toBe('#/menu')
  expect(press(there, {})).toBe(false)
  expect([text(), idx()]).toEqual(['frame 1 mail 7 menu', 1])
})

it('ROUTES-01 where the browser refuses another step, it is asked for the address itself', async () => {
  await begin('/inbox')
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too many', 'SecurityError')
  })
  go('/mail/7')
  expect([text(), location.hash]).toEqual(['frame 1 mail 7 null', '#/mail/7'])
})

it('ROUTES-01 COMPOSE-04 what is handed along a refused step arrives, and the step counts once', async () => {
  await begin('/inbox')
  const refuse = () => {
    throw new DOMException('too many', 'SecurityError')
  }
  const push = vi.spyOn(history, 'pushState').mockImplementation(refuse)
  go('/inbox?p=2', { state: 'kept' })
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(text()).toBe('frame 1 /inbox?p=2 "kept"')
  expect(idx()).toBe(1)
  push.mockRestore()
  go('/mail/7')
  expect(idx()).toBe(2)
})

it('ROUTES-01 a step that the browser drops without a word is asked for as an address', async () => {
  await begin('/inbox')
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined)
  go('/mail/7')
  expect([text(), location.hash]).toEqual(['frame 1 mail 7 null', '#/mail/7'])
})
