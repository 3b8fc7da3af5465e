import type { CSSProperties } from 'react'
import styles from './avatar.module.css'
import { lettersOf } from './letters.ts'

interface AvatarProps {
  name: string
  /** Chooses the colour, so that a person keeps it when the name changes. */
  address?: string
  size?: number
  /** Without a colour: somebody who is not known here. */
  plain?: boolean
}

/** A person's initial on a colour of their own. Decorative: the name stands beside it. */
export function Avatar({ name, address, size = 32, plain }: AvatarProps) {
  const { label, fontSize, hue } = lettersOf(name, address, size)
  return (
    <span
      className={styles.avatar}
      data-plain={plain || undefined}
      style={{
        width: size,
        height: size,
        fontSize,
        ...hueStyle(hue),
      }}
      // Drawn by the style sheet: a picture, and no text that is copied or read out with the name beside it.
      data-letters={label}
      aria-hidden="true"
    />
  )
}

const hueStyle = (hue: number): CSSProperties => ({ ['--hue' as string]: hue })
