import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/**
 * A choice between a few options as cards (radio buttons). Each has a `title` and may have a `text`. `label` is for screen readers. Cards
 * are in `columns` columns on wide screens.
 */
export function Choices<V extends string>(props: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly {
    readonly value: V
    readonly title: ReactNode
    readonly text?: ReactNode | undefined
    readonly disabled?: boolean | undefined
  }[]
  columns?: 1 | 2 | 3 | undefined
}) {
  const name = useId()
  const columns = { 1: 'wide:grid-cols-1', 2: 'wide:grid-cols-2', 3: 'wide:grid-cols-3' }[props.columns ?? 1]
  return (
    <fieldset aria-label={props.label} className={cx('grid grid-cols-1 gap-8', columns)}>
      {props.options.map((option) => (
        <label
          className="flex min-w-0 items-start gap-12 rounded-well border border-edge p-12 transition-colors hover:bg-hover has-checked:border-accent has-checked:outline-1 has-checked:-outline-offset-2 has-checked:outline-accent has-disabled:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent"
          key={option.value}
        >
          <input
            checked={option.value === props.value}
            className="mt-2 size-16 flex-none appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-5 checked:border-accent"
            disabled={option.disabled}
            name={name}
            onChange={() => props.onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span className="grid min-w-0 gap-2">
            <span className="text-label font-strong">{option.title}</span>
            {option.text !== undefined && <span className="text-caption text-muted">{option.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
