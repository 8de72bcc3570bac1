import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** The tones of a status. `neutral` is grey; `ended` is an empty ring: ended, but not a failure. */
export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'ended'

const dots: Record<StatusTone, string> = {
  good: 'bg-good-mark',
  warn: 'bg-warn-mark',
  bad: 'bg-bad-mark',
  info: 'bg-info-mark',
  neutral: 'bg-faint',
  ended: 'border-2 border-faint',
}
const pills: Record<StatusTone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-selected text-muted',
  ended: 'bg-selected text-muted',
}

/** A coloured dot; always beside a label. */
export function Dot({ tone, small = false }: { tone: StatusTone; small?: boolean }) {
  return <i aria-hidden="true" className={cx('flex-none rounded-full', small ? 'size-6' : 'size-8', dots[tone])} />
}

/** Dot and label, for rows. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-8 whitespace-nowrap align-top leading-20">
      <Dot tone={tone} />
      {children}
    </span>
  )
}

/** A status beside a title, and nowhere else. `bare` omits the dot ("Test mode"). */
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
        <i aria-hidden="true" className={cx('size-6 flex-none rounded-full', tone === 'ended' ? 'border border-current' : 'bg-current')} />
      )}
      {children}
    </span>
  )
}
