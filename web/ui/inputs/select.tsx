import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { DownIcon } from '../icons/index.ts'
import { useField } from './field.tsx'

/** The browser's own select. `children` are `<option>`s; a first `<option value="">` is the empty choice. */
export function Select(
  props: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'size'> & {
    children: ReactNode
    size?: 'control' | 'tall' | undefined
    ref?: Ref<HTMLSelectElement> | undefined
  },
) {
  const { children, size = 'control', ...others } = props
  const field = useField()
  return (
    <span className="relative block min-w-0">
      <select
        {...field}
        {...others}
        className={cx(
          'w-full appearance-none truncate rounded-control border border-line-strong bg-surface pr-32 pl-10 text-input has-[option[value=""]:checked]:text-faint disabled:opacity-60 [&_option]:text-text aria-invalid:border-bad',
          size === 'tall' ? 'h-(--h-tall)' : 'h-(--h-control)',
        )}
      >
        {children}
      </select>
      <DownIcon className="pointer-events-none absolute top-1/2 right-10 -translate-y-1/2 text-muted" />
    </span>
  )
}
