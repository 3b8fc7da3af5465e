/** Geese over the river of light, wide and low: the login's sky inside. Decorative. */
export function RiverSky({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 520 170"
      preserveAspectRatio="xMaxYMax meet"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="420" cy="62" r="46" fill="currentColor" opacity="0.08" />
      <circle cx="420" cy="62" r="31" fill="currentColor" opacity="0.08" />
      {geese.map(([x, y, size]) => (
        <path
          key={x}
          d={wings}
          fill="currentColor"
          opacity={0.25 + size * 0.6}
          transform={`translate(${x} ${y}) scale(${size * 0.62})`}
        />
      ))}
      <g stroke="currentColor" strokeWidth="1.5" opacity="0.3">
        <path d="M60 142C140 112 190 128 262 116S392 84 520 104" />
        <path d="M120 158c80-20 150-4 226-16s110-24 174-14" opacity="0.7" />
      </g>
    </svg>
  )
}

/** One bird, its wings spread, around 0/0. */
const wings =
  'M-30 -8 C-19 -17 -9 -13 0 2 C9 -13 19 -17 30 -8 C20 -10 9 -4 2 10 L0 14 L-2 10 C-9 -4 -20 -10 -30 -8 Z'

const geese = [
  [300, 34, 1],
  [342, 56, 0.86],
  [380, 82, 0.74],
  [262, 58, 0.82],
  [228, 86, 0.68],
] as const
