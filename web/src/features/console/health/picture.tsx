import { useTranslation } from '../../../lib/i18n.ts'
import own from './health.module.css'

const width = 240
const height = 56

/** A line of values, as high as the highest of them. */
export function Picture({
  title,
  values,
  unit,
}: {
  title: string
  values: readonly (number | null)[]
  unit: string
}) {
  const { t } = useTranslation('console-watch')
  const known = values.filter((one) => one !== null)
  const top = Math.max(0, ...known)
  const shown = (value: number | undefined) =>
    value === undefined ? '–' : [String(value), unit].filter(Boolean).join(' ')
  const range = t('health.range', {
    lowest: shown(known.length > 0 ? Math.min(...known) : undefined),
    highest: shown(known.length > 0 ? top : undefined),
  })
  return (
    <figure className={own.picture}>
      <figcaption className={own.caption}>{title}</figcaption>
      <strong className={own.value}>{shown(known.at(-1))}</strong>
      <svg
        className={own.line}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${range}`}
      >
        {pathsOf(values, top).map(({ area, line }) => (
          <g key={line}>
            <path className={own.area} d={area} />
            <path className={own.stroke} d={line} vectorEffect="non-scaling-stroke" />
          </g>
        ))}
      </svg>
      <span className={own.range}>{range}</span>
    </figure>
  )
}

/** One for each stretch without a gap. */
function pathsOf(
  values: readonly (number | null)[],
  top: number,
): { area: string; line: string }[] {
  const step = width / Math.max(1, values.length - 1)
  const stretches: [number, number][][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) stretches.push([])
    else
      stretches
        .at(-1)
        ?.push([index * step, height - 2 - (top === 0 ? 0 : (value / top) * (height - 4))])
  }
  return stretches
    .filter((points) => points.length > 0)
    .map((points) => {
      const [first = [0, 0]] = points
      const last = points.at(-1) ?? first
      // One point alone is a short stroke.
      const all = points.length === 1 ? [...points, [first[0] + step / 2, first[1]]] : points
      const line = `M${all.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
      return {
        line,
        area: `${line}V${height}H${first[0].toFixed(1)}Z`.replace('V', `H${last[0].toFixed(1)}V`),
      }
    })
}
