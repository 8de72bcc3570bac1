import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/icon.tsx'
import { Time } from '../text/time.tsx'

/** One event of a timeline. Set a tone only for success, failure or a near limit. */
export interface TimelineEntry {
  readonly id: string
  readonly icon: Icon
  readonly title: ReactNode
  readonly text?: ReactNode | undefined
  readonly at: string | Date
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
}

const nodes = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn', bad: 'bg-bad-soft text-bad' } as const

/** A list of events, newest first. `timeOf` shows their times in another way than relative to the present. */
export function Timeline(props: { entries: readonly TimelineEntry[]; timeOf?: ((at: string | Date) => ReactNode) | undefined }) {
  const { entries, timeOf } = props
  return (
    <ol className="text-label">
      {entries.map(({ id, icon: Drawing, title, text, at, tone }) => (
        <li
          className="relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-12 pb-20 last:pb-0 not-last:before:absolute not-last:before:top-26 not-last:before:bottom-2 not-last:before:left-12 not-last:before:w-px not-last:before:bg-line"
          key={id}
        >
          <span
            className={cx(
              'grid size-24 place-items-center rounded-full',
              tone === undefined ? 'border border-edge bg-surface text-muted' : nodes[tone],
            )}
          >
            <Drawing size={14} />
          </span>
          <div className="min-w-0 pt-2">
            <p>{title}</p>
            {text !== undefined && <p className="text-muted">{text}</p>}
          </div>
          <span className="pt-2 text-faint">{timeOf === undefined ? <Time at={at} /> : timeOf(at)}</span>
        </li>
      ))}
    </ol>
  )
}
