import { iconMore } from './icons.ts'

interface IconProps {
  /** One of the constants in icons.ts. */
  icon: string
  size?: number
  filled?: boolean
  className?: string
}

/** A decorative stroke icon; its button or text carries the name. */
export function Icon({ icon, size = 20, filled = false, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={icon === iconMore ? 2.4 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      style={{ flex: 'none' }}
    >
      <path d={icon} />
    </svg>
  )
}
