import { useEffect, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps } from './form.tsx'

interface Keys {
  /** Whether the first field takes the focus when the form appears. */
  readonly focusFirst?: boolean | undefined
  /** Whether ⌘S submits the form wherever the focus is. */
  readonly saveKey?: boolean | undefined
}

/** A form behind the sign-in: submits on Enter, ⌘Enter and ⌘S. */
export function AppForm({ focusFirst, saveKey, children, ...form }: FormProps & Keys) {
  return (
    <Form {...form}>
      <FormKeys focusFirst={focusFirst} saveKey={saveKey} />
      {children}
    </Form>
  )
}

/** Finds the form around it; public pages load the form without this. */
function FormKeys({ focusFirst = false, saveKey = false }: Keys) {
  const own = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = own.current?.closest('form')
    const press = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Enter' ? form?.contains(event.target as Node) : saveKey && event.key.toLowerCase() === 's'
      if (!isOurs || !(event.metaKey || event.ctrlKey) || event.altKey || event.defaultPrevented) return
      event.preventDefault()
      form?.requestSubmit()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [saveKey])
  useLayoutEffect(() => {
    if (!focusFirst) return
    const form = own.current?.closest('form')
    const first = form?.querySelector<HTMLElement>(':is(input, select, textarea):not([hidden], [type=file])')
    // A dialog opens after this and reads the attribute; React would not render it.
    if (form?.closest('dialog')) first?.setAttribute('autofocus', '')
    else first?.focus()
  }, [focusFirst])
  return <span hidden ref={own} />
}
