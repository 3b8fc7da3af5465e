import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useRouter } from './hooks.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  to: string
}

/** To an address of the app. What a browser does with a link by its other buttons and keys it does with this one too. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    router.follow(to)
  }
  return <a {...rest} href={`#${to}`} onClick={follow} />
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className?: (place: { isActive: boolean }) => string
}

/** One of a menu: it says that its page, or one below it, is on screen. */
export function NavLink({ className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === rest.to || pathname.startsWith(`${rest.to}/`)
  return (
    <Link
      {...rest}
      className={className?.({ isActive })}
      aria-current={isActive ? 'page' : undefined}
    />
  )
}
