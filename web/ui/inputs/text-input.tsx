import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import type { Icon } from '../icons/icon.tsx'
import { bareInput, inputFrame, useField } from './field.tsx'

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'size' | 'prefix'> {
  ref?: Ref<HTMLInputElement> | undefined
  /** "tall" is 40 px high, "chip" 28 px with a lighter border (filters). */
  size?: 'control' | 'tall' | 'chip' | undefined
  icon?: Icon | undefined
  /** Text or an action inside the frame, before and after the input. */
  before?: ReactNode | undefined
  after?: ReactNode | undefined
  mono?: boolean | undefined
  numeric?: boolean | undefined
}

const sizes = {
  control: 'h-(--h-control) border-line-strong text-input',
  tall: 'h-(--h-tall) border-line-strong text-input',
  chip: 'h-(--h-chip) border-edge text-chip',
}

/** A single-line text input. Inside a `Field` it takes over id, description and error. Passes `ref` and all attributes on. */
export function TextInput({
  size = 'control',
  icon: Drawing,
  before,
  after,
  mono = false,
  numeric = false,
  type = 'text',
  ...others
}: InputProps) {
  const field = useField()
  return (
    <div className={cx(inputFrame, sizes[size])}>
      {Drawing !== undefined && <Drawing className="text-muted" size={size === 'chip' ? 14 : 16} />}
      {before !== undefined && <span className="text-label whitespace-nowrap text-muted">{before}</span>}
      <input {...field} {...others} className={cx(bareInput, mono && 'font-mono text-caption', numeric && 'tabular-nums')} type={type} />
      {after !== undefined && <span className="flex items-center text-label whitespace-nowrap text-muted">{after}</span>}
    </div>
  )
}
