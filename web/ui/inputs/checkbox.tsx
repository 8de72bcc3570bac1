import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { CheckIcon, MinusIcon } from '../icons/index.ts'

type Box = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'children'>

/** A checkbox without a label, for tables; requires `aria-label`. `mixed` shows a dash for a partial selection. */
export function BareCheckbox({ mixed = false, ...others }: Box & { mixed?: boolean; ref?: Ref<HTMLInputElement> | undefined }) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current !== null) own.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className="relative inline-grid size-16 flex-none place-items-center">
      <input
        {...others}
        className="peer absolute inset-0 size-16 appearance-none rounded-key border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50 before:absolute before:-inset-4 pointer-coarse:before:-inset-14"
        ref={own}
        type="checkbox"
      />
      <span className="pointer-events-none relative text-transparent peer-checked:text-on-accent peer-indeterminate:text-on-accent">
        {mixed ? <MinusIcon size={12} /> : <CheckIcon size={12} />}
      </span>
    </span>
  )
}

/** A checkbox with a clickable label beside it. `hint` is below the label. */
export function Checkbox({ label, hint, ...others }: Box & { label: ReactNode; hint?: ReactNode | undefined }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control.
    <label className="flex items-start gap-8 text-label has-disabled:opacity-60">
      <span className="grid h-20 place-items-center">
        <BareCheckbox {...others} />
      </span>
      <span className="grid min-w-0 gap-2">
        {label}
        {hint !== undefined && <span className="text-caption text-muted">{hint}</span>}
      </span>
    </label>
  )
}
