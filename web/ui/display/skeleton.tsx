import { cx } from '../cx.ts'

/** A grey box in place of text; `className` sets its width (`w-120`). Part of a `Skeletons` group. */
export function Skeleton({ className = 'w-full', tall = false }: { className?: string; tall?: boolean }) {
  return <span aria-hidden="true" className={cx('block max-w-full rounded-key bg-selected', tall ? 'h-28' : 'h-12', className)} />
}

/**
 * Placeholders for loading content, shown only after 200 ms; screen readers announce `label` once. Without `children`, the rows of a table.
 */
export function Skeletons({ label, rows = 8, children }: { label: string; rows?: number; children?: React.ReactNode }) {
  return (
    <div className="animate-late" role="status">
      <span className="sr-only">{label}</span>
      {children ?? (
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          <div className="h-36" />
          {Array.from({ length: rows }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have a fixed order and no state.
            <div className="flex h-44 items-center gap-48 px-16" key={at}>
              <Skeleton className={at % 3 === 0 ? 'w-160' : at % 3 === 1 ? 'w-120' : 'w-144'} />
              <Skeleton className="w-64" />
              <Skeleton className="ml-auto w-64" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
