import { useId } from 'react'
import type { ChartPoint } from './chart-point.ts'

/** The series of a chart: values in the accent colour, the compared period dotted and grey, the current period hatched. */
export function ChartSeries(props: {
  kind: 'line' | 'bar'
  points: readonly ChartPoint[]
  at: number | null
  base: number
  slot: number
  x: (index: number) => number
  y: (value: number) => number
}) {
  const { kind, points, at, base, slot, x, y } = props
  const shade = useId()
  if (kind === 'bar') {
    const width = Math.max(1, Math.min(40, slot - Math.max(2, slot * 0.3)))
    return (
      <g>
        <pattern height="6" id={shade} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="6">
          <rect fill="var(--accent)" fillOpacity="0.35" height="6" width="6" />
          <rect fill="var(--accent)" height="6" width="3" />
        </pattern>
        {points.map((point, index) => (
          <rect
            className={at === index ? 'fill-text' : point.open ? undefined : 'fill-accent'}
            fill={point.open ? `url(#${shade})` : undefined}
            height={Math.max(point.value > 0 ? 1 : 0, base - y(point.value))}
            key={point.title}
            rx="1.5"
            stroke={point.open ? 'var(--accent)' : undefined}
            width={width}
            x={x(index) - width / 2}
            y={y(point.value)}
          />
        ))}
      </g>
    )
  }
  const current = points.map((point, index) => `${x(index).toFixed(1)},${y(point.value).toFixed(1)}`)
  // The way to an incomplete period is dashed.
  const closed = current.slice(0, points.at(-1)?.open === true ? -1 : undefined)
  const previous = points.flatMap((point, index) =>
    point.before === undefined ? [] : [`${x(index).toFixed(1)},${y(point.before).toFixed(1)}`],
  )
  const active = at === null ? undefined : points[at]
  return (
    <g>
      <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--accent)" stopOpacity="0.14" />
        <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
      </linearGradient>
      {current.length > 1 && (
        <polygon fill={`url(#${shade})`} points={`${x(0)},${base} ${current.join(' ')} ${x(points.length - 1)},${base}`} />
      )}
      <polyline
        className="fill-none stroke-faint"
        points={previous.join(' ')}
        strokeDasharray="1.5 3"
        strokeLinecap="round"
        strokeWidth="1.5"
      />
      <polyline className="fill-none stroke-accent" points={closed.join(' ')} strokeLinejoin="round" strokeWidth="2" />
      <polyline
        className="fill-none stroke-accent"
        points={current.slice(closed.length - 1).join(' ')}
        strokeDasharray="4 3"
        strokeWidth="2"
      />
      {active !== undefined && at !== null && (
        <>
          <line className="stroke-line-strong" x1={x(at)} x2={x(at)} y1={0} y2={base} />
          {active.before !== undefined && (
            <circle className="fill-surface stroke-faint" cx={x(at)} cy={y(active.before)} r="3.5" strokeWidth="1.5" />
          )}
          <circle className="fill-accent stroke-surface" cx={x(at)} cy={y(active.value)} r="4.5" strokeWidth="2" />
        </>
      )}
    </g>
  )
}
