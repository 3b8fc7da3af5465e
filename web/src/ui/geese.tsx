/** One bird, its wings spread, around 0/0. */
const wings =
  'M-30 -8 C-19 -17 -9 -13 0 2 C9 -13 19 -17 30 -8 C20 -10 9 -4 2 10 L0 14 L-2 10 C-9 -4 -20 -10 -30 -8 Z'

const skein = [
  [0, 0, 1],
  [-42, 26, 0.84],
  [-82, 54, 0.7],
  [46, 30, 0.8],
  [90, 62, 0.64],
] as const

/** A skein of geese that draws the character for "person"; decorative. */
export function Geese({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="-116 -24 240 104" fill="currentColor" aria-hidden="true">
      <Skein />
    </svg>
  )
}

const Skein = () =>
  skein.map(([x, y, size]) => (
    <path
      key={x}
      d={wings}
      transform={`translate(${x} ${y}) scale(${size * 0.6})`}
      opacity={0.4 + size * 0.6}
    />
  ))

/** Geese over the river of light, for screens on which there is nothing. */
export function QuietSky() {
  return (
    <svg width="240" height="150" viewBox="0 0 240 150" fill="none" aria-hidden="true">
      <circle cx="164" cy="62" r="34" fill="var(--sun)" opacity="0.28" />
      <circle cx="164" cy="62" r="23" fill="var(--sun)" opacity="0.5" />
      <g transform="translate(112 34)" fill="var(--goose)">
        <Skein />
      </g>
      <g stroke="var(--goose-far)" strokeWidth="1.500" strokeLinecap="round">
        <path d="M18 122c34-14 58-4 88-11s54-20 84-7 30 6 38 3" />
        <path d="M34 134c38-9 62 1 96-6s58-10 84-2" opacity="0.7" />
        <path d="M64 145c36-6 70 1 112-4" opacity="0.45" />
      </g>
    </svg>
  )
}
