import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

export interface FormProps {
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ReactNode
  readonly busy?: boolean | undefined
  /** Any value that differs after each failed attempt to submit. */
  readonly attempts?: unknown
  /**
   * Called when the field `name` has lost the focus: after the click that took it, so that no message moves what is clicked, and not at all
   * if the field has the focus again by then.
   */
  readonly onBlur?: ((name: string, form: HTMLFormElement) => void) | undefined
  /** Called when the user changes the field `name`. */
  readonly onEdit?: ((name: string) => void) | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
}

/**
 * A form without browser validation (`noValidate`): ignores a second submit while `busy`, and focuses the first invalid field when
 * `attempts` changes. Fields are known by the `name` of their inputs. Behind the sign-in, use `AppForm`, which has shortcuts.
 */
export function Form({ onSubmit, children, busy = false, attempts, onBlur, onEdit, id, className = 'grid gap-16' }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt moves the focus.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(event.currentTarget)
  }
  // The field of a window that loses the focus stays the active element: that is no end of typing.
  const check = useEffectEvent((field: HTMLInputElement) => {
    const { form, name } = field
    if (form && document.activeElement !== field) onBlur?.(name, form)
  })
  const blur = ({ target }: FocusEvent<HTMLInputElement>) => {
    if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(check, 0, target), { once: true })
    else check(target)
  }
  return (
    <form
      aria-busy={busy || undefined}
      className={className}
      id={id}
      noValidate
      onBlur={blur as (event: FocusEvent) => void}
      onChange={({ target }) => onEdit?.((target as unknown as HTMLInputElement).name)}
      onSubmit={submit}
      ref={form}
    >
      {children}
    </form>
  )
}
