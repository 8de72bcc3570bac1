import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Metrics in one card: four side by side, two by two on narrow screens. */
export function Metrics({ children }: { children: ReactNode }) {
  return (
    <section className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-line gap-px desk:auto-cols-fr desk:grid-flow-col desk:grid-cols-none">
      {children}
    </section>
  )
}

/**
 * One metric. `change` is the change since the compared period ("+25.8%") and `since` the value of that period ("from €2,568.12"); `better`
 * is whether the change is good. `spark` draws a sparkline on wide screens.
 */
export function Metric(props: {
  label: ReactNode
  value: ReactNode
  change?: string | undefined
  better?: boolean | undefined
  since?: ReactNode | undefined
  spark?: readonly number[] | undefined
}) {
  const { label, value, change, better, since, spark } = props
  return (
    <div className="grid min-w-0 content-start gap-2 bg-surface p-16 max-desk:odd:last:col-span-2">
      <span className="text-label text-muted">{label}</span>
      {/* One line high: a sparkline that does not fit beside the number wraps to a second line, which is hidden. */}
      <span className="flex flex-wrap items-center justify-between gap-x-12 text-title font-strong tracking-number tabular-nums wide:text-number desk:h-[1lh] desk:overflow-y-clip">
        <span>{value}</span>
        {spark !== undefined && spark.length > 1 && <Spark values={spark} />}
      </span>
      {(change !== undefined || since !== undefined) && (
        <span className="flex flex-wrap gap-x-6 text-caption text-muted">
          {change !== undefined && (
            <b className={cx('font-strong', better === true && 'text-good', better === false && 'text-bad')}>{change}</b>
          )}
          {since}
        </span>
      )}
    </div>
  )
}

function Spark({ values }: { values: readonly number[] }) {
  const low = Math.min(...values)
  const range = Math.max(...values) - low || 1
  const points = values.map(
    (value, at) => `${((at / (values.length - 1)) * 70 + 1).toFixed(1)},${(23 - ((value - low) / range) * 22).toFixed(1)}`,
  )
  return (
    <svg aria-hidden="true" className="hidden h-24 w-72 flex-none fill-none stroke-accent desk:block" strokeWidth="1.5" viewBox="0 0 72 24">
      <polyline points={points.join(' ')} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** A row of plain values below a page's title. Each is `[name, value]`. */
export function StatsRow({ stats }: { stats: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line desk:auto-cols-fr desk:grid-flow-col desk:grid-cols-none">
      {stats.map(([name, value]) => (
        <div className="min-w-0 bg-surface px-16 py-14 max-desk:odd:last:col-span-2" key={name}>
          <dt className="text-label text-muted">{name}</dt>
          <dd className="mt-2 text-lead [overflow-wrap:anywhere] font-strong tracking-heading tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
