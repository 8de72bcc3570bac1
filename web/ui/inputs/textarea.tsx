import type { Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { useField } from './field.tsx'

/** A multi-line text input; grows with its content from `rows` lines, if the browser supports it. */
export function Textarea(
  props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & {
    mono?: boolean | undefined
    ref?: Ref<HTMLTextAreaElement> | undefined
  },
) {
  const { mono = false, rows = 3, ...others } = props
  const field = useField()
  return (
    <textarea
      {...field}
      {...others}
      className={cx(
        'field-sizing-content w-full min-w-0 resize-y rounded-control border border-line-strong bg-surface px-10 py-6 disabled:opacity-60 aria-invalid:border-bad',
        mono ? 'font-mono text-caption leading-20' : 'text-input',
      )}
      rows={rows}
      // `field-sizing: content` ignores `rows`.
      style={{ minHeight: `calc(${rows} * 1lh + 14px)` }}
    />
  )
}
