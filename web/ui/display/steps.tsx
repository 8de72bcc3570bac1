import type { ReactNode } from 'react'
import { buttonClass } from '../actions/button.tsx'
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

interface Step {
  readonly id: string
  readonly title: string
  readonly text: ReactNode
  readonly href: string
  readonly done: boolean
}

/** The first steps of a new user: the next one large with its button, the others one line each, with completed ones muted. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ done }) => !done)
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {steps.map((step) =>
        step === next ? (
          <li
            className="my-4 flex flex-wrap items-center justify-between gap-x-16 gap-y-12 rounded-well border border-line bg-hover p-16"
            key={step.id}
          >
            <span className="grid min-w-0 flex-1 basis-224 gap-2">
              <span className="text-body font-strong">{step.title}</span>
              <span className="text-label text-muted">{step.text}</span>
            </span>
            <a className={buttonClass({ variant: 'primary' })} href={step.href}>
              {step.title}
            </a>
          </li>
        ) : (
          <li key={step.id}>
            <a
              className="flex min-h-40 min-w-0 items-center gap-12 rounded-control px-16 text-label hover:bg-hover max-wide:px-8 pointer-coarse:min-h-44"
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
              <span className={cx('min-w-0 flex-1', step.done && 'text-muted line-through decoration-line-strong')}>{step.title}</span>
              <RightIcon className="text-muted" />
            </a>
          </li>
        ),
      )}
    </ol>
  )
}
