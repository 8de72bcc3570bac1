import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import type { ChartPoint, ChartProps } from './chart-point.ts'
import { labelled, steps } from './chart-scale.ts'
import { ChartSeries } from './chart-series.tsx'

const height = 220
const foot = 28
const top = 12
const start = 56

/** The width that a label of a day takes, in pixels. */
const LABEL_WIDTH = 48

/**
 * A time series as a line (with the previous period dotted) or as bars. `format` formats a value; `formatShort` is for the axis. Arrow
 * keys, Home and End move between points, Escape closes the tooltip; screen readers get a table. Rendered for its width, never scaled.
 */
export function Chart(props: ChartProps) {
  const { label, kind, points, names, format, formatShort = format } = props
  const { translate } = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number | null>(null)
  const lines = steps(Math.max(...points.flatMap((point) => [point.value, point.before ?? 0]), 0))
  const max = lines.at(-1) ?? 1
  const inner = Math.max(1, width - start)
  const slot = inner / Math.max(1, kind === 'bar' ? points.length : points.length - 1)
  const x = (index: number) => start + (kind === 'bar' ? slot * (index + 0.5) : slot * index)
  const y = (value: number) => top + (height - top) * (1 - value / max)
  // A label in the middle of its bar stays inside the chart; where bars are narrower, the outer labels begin and end with theirs.
  const isWideSlot = kind === 'bar' && slot >= LABEL_WIDTH
  const labelledPoints = labelled(points.length, inner)

  const nearest = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - start
    setAt(Math.max(0, Math.min(points.length - 1, kind === 'bar' ? Math.floor(offset / slot) : Math.round(offset / slot))))
  }
  const handleKey = (event: KeyboardEvent) => {
    const here = at ?? points.length - 1
    const next = { ArrowLeft: here - 1, ArrowRight: at === null ? here : here + 1, Home: 0, End: points.length - 1 }[event.key]
    if (event.key === 'Escape') setAt(null)
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(points.length - 1, next)))
  }
  const point = at === null ? undefined : points[at]

  return (
    <div className="relative min-w-0" ref={frame}>
      <svg
        aria-label={label}
        className="block w-full touch-pan-y overflow-visible"
        height={height + foot}
        onBlur={() => setAt(null)}
        onKeyDown={handleKey}
        onPointerLeave={() => setAt(null)}
        onPointerMove={nearest}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between its points.
        tabIndex={0}
        viewBox={`0 0 ${Math.max(1, width)} ${height + foot}`}
      >
        {lines.map((line) => (
          <g key={line}>
            <line className="stroke-line" x1={start} x2={width} y1={y(line)} y2={y(line)} />
            <text className="fill-faint text-caption tabular-nums" dominantBaseline="middle" x={0} y={y(line)}>
              {formatShort(line)}
            </text>
          </g>
        ))}
        {width > 0 && <ChartSeries at={at} base={height} kind={kind} points={points} slot={slot} x={x} y={y} />}
        {points.map(
          (each, index) =>
            labelledPoints.has(index) && (
              <text
                className="fill-faint text-caption tabular-nums"
                key={each.title}
                textAnchor={isWideSlot ? 'middle' : index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
                x={x(index)}
                y={height + 20}
              >
                {each.label}
              </text>
            ),
        )}
      </svg>
      {point !== undefined && at !== null && (
        <Tip at={x(at)} high={y(point.value) < height / 2} names={names} point={point} width={width} write={format} />
      )}
      <div className="sr-only">
        <table>
          <caption>{`${label}. ${translate('chartTable')}`}</caption>
          <tbody>
            {points.map((each) => (
              <tr key={each.title}>
                <th scope="row">{each.title}</th>
                <td>{format(each.value)}</td>
                {each.before !== undefined && <td>{`${names.before ?? ''} ${format(each.before)}`}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The tooltip of a point: on the side where it fits, below a high point and above a low one. */
function Tip(props: {
  point: ChartPoint
  at: number
  width: number
  high: boolean
  names: { value: string; before?: string | undefined }
  write: (value: number) => string
}) {
  const { point, at, width, high, names, write } = props
  const wide = Math.min(208, width - 32)
  const left = at + 16 + wide > width ? Math.max(0, at - 16 - wide) : at + 16
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute grid gap-4 rounded-card bg-float px-12 py-10 text-label shadow-float"
      style={{ left, width: wide, ...(high ? { bottom: foot + 8 } : { top: 0 }) }}
    >
      <span className="text-caption text-muted">{point.title}</span>
      <span className="flex items-center gap-8">
        <i className="size-8 rounded-key bg-accent" />
        <span className="flex-1">{names.value}</span>
        <b className="font-strong tabular-nums">{write(point.value)}</b>
      </span>
      {point.before !== undefined && (
        <span className="flex items-center gap-8 text-muted">
          <i className="size-8 rounded-key bg-faint" />
          <span className="flex-1">{names.before}</span>
          <span className="tabular-nums">{write(point.before)}</span>
        </span>
      )}
    </div>
  )
}

function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (frame.current === null) return
    setWidth(frame.current.clientWidth)
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [frame])
  return width
}
