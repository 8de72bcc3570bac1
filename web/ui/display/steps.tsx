import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { CheckIcon, RightIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'

/** A progress bar of segments: `done` of `total`. Always beside a text that says the same. */
export function StepBar({ done, total }: { done: number; total: number }) {
  const { translate } = useLanguage()
  return (
    <div aria-label={translate('currentStep', { at: done, total })} className="flex gap-4" role="img">
      {Array.from({ length: total }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have a fixed order and no state.
        <i className={cx('h-4 flex-1 rounded-full', at < done ? 'bg-accent' : 'bg-selected')} key={at} />
      ))}
    </div>
  )
}

/** The first steps of a new user, each a link to its page. Completed steps are muted. */
export function Steps(props: {
  steps: readonly { readonly id: string; readonly title: string; readonly text: ReactNode; readonly href: string; readonly done: boolean }[]
}) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-12 desk:grid-cols-2">
      {props.steps.map((step) => (
        <li key={step.id}>
          <a
            className="flex h-full min-w-0 items-center gap-12 rounded-well border border-line p-12 transition-colors hover:bg-hover"
            href={step.href}
          >
            <span
              className={cx(
                'grid size-20 flex-none place-items-center rounded-full',
                step.done ? 'bg-good-soft text-good' : 'border border-edge text-transparent',
              )}
            >
              <CheckIcon size={12} />
            </span>
            <span className="grid min-w-0 flex-1 gap-2">
              <span className={cx('text-label font-strong', step.done && 'text-muted line-through decoration-line-strong')}>
                {step.title}
              </span>
              <span className="text-caption text-muted">{step.text}</span>
            </span>
            <RightIcon className="text-muted" />
          </a>
        </li>
      ))}
    </ol>
  )
}
