import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The closed set of meanings: good, warn, bad, info, neutral (grey), and over (an empty ring: ended, not wrong). */
export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'over'

const dots: Record<StatusTone, string> = {
  good: 'bg-good-mark',
  warn: 'bg-warn-mark',
  bad: 'bg-bad-mark',
  info: 'bg-info-mark',
  neutral: 'bg-faint',
  over: 'border-2 border-faint',
}
const pills: Record<StatusTone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-selected text-muted',
  over: 'bg-selected text-muted',
}

/** A mark by itself; only ever beside a word. */
export function Dot({ tone, small = false }: { tone: StatusTone; small?: boolean }) {
  return <i aria-hidden="true" className={cx('flex-none rounded-full', small ? 'size-6' : 'size-8', dots[tone])} />
}

/** Dot and word, for rows. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-8 whitespace-nowrap align-top leading-20">
      <Dot tone={tone} />
      {children}
    </span>
  )
}

/** A status beside a title, and nowhere else. `bare` leaves the dot out ("Test mode"). */
export function StatusPill({ tone, bare = false, children }: { tone: StatusTone; bare?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-24 items-center gap-6 rounded-full text-caption font-strong whitespace-nowrap',
        bare ? 'px-8' : 'pr-10 pl-8',
        pills[tone],
      )}
    >
      {!bare && (
        <i aria-hidden="true" className={cx('size-6 flex-none rounded-full', tone === 'over' ? 'border border-current' : 'bg-current')} />
      )}
      {children}
    </span>
  )
}
