import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/icon.tsx'
import { InfoIcon, WarningIcon } from '../icons/index.ts'

const tones = {
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  good: 'bg-good-soft text-good',
} as const

/**
 * A message about the whole page or form: test mode, past due, a failure. `alert` announces it immediately. `action` is on the right, or
 * below where the banner is narrow.
 */
export function Banner(props: {
  tone: keyof typeof tones
  children: ReactNode
  icon?: Icon | undefined
  action?: ReactNode | undefined
  alert?: boolean | undefined
}) {
  const Drawing = props.icon ?? (props.tone === 'info' || props.tone === 'good' ? InfoIcon : WarningIcon)
  return (
    <div
      className={cx('flex items-center gap-12 rounded-control px-12 py-10 text-label', tones[props.tone])}
      role={props.alert ? 'alert' : undefined}
    >
      <Drawing className="self-start mt-2" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-12 gap-y-4">
        <div className="min-w-0 flex-1 basis-180">{props.children}</div>
        {props.action !== undefined && <span className="flex-none font-strong">{props.action}</span>}
      </div>
    </div>
  )
}
