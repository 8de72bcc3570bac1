import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'

/**
 * A form without browser validation (`noValidate`): submits on Enter and ⌘S, ignores a second submit while `busy`, and focuses the first
 * invalid field when `faults` changes (any value that differs after each failed attempt).
 */
export function Form(props: {
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
  busy?: boolean | undefined
  faults?: unknown
  /** Whether ⌘S submits the form. */
  saveKey?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}) {
  const { onSubmit, children, busy = false, faults, saveKey = false, id, className = 'grid gap-16' } = props
  const form = useRef<HTMLFormElement>(null)
  // Not `useShortcut`: every public page includes this form, and none of them uses the shortcut.
  useEffect(() => {
    if (!saveKey) return
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey || event.defaultPrevented) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [saveKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new set of faults moves the focus.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(event.currentTarget)
  }
  return (
    <form aria-busy={busy || undefined} className={className} id={id} noValidate onSubmit={submit} ref={form}>
      {children}
    </form>
  )
}
