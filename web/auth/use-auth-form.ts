import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { t } from '#web/shell/public/messages.ts'
import { afterAttempt, afterBlur, afterChange, type Faults, isFaulty, untouched } from '#web/ui/inputs/form-state.ts'
import { authErrorText } from './refusal.ts'

/**
 * The state of a form that the server validates: errors by field, the error of the whole form, and whether it is being submitted. `check`
 * validates the values: those of a field that loses the focus, and all before `send` makes the call; `fieldsByCode` maps an error code to
 * its field, and `text` translates the refusals that the page can receive. It behaves as `useForm` of the pages behind the sign-in.
 */
export function useAuthForm<T>(form: {
  check: (values: FormData) => Readonly<Record<string, string | undefined>>
  send: (values: FormData) => Promise<Result<T>>
  done: (data: T, values: FormData) => void
  fieldsByCode: Readonly<Record<string, string>>
  text?: (error: CallError) => string
}) {
  const [busy, setBusy] = useState(false)
  const [state, setState] = useState(untouched)
  const [failure, setFailure] = useState<CallError | null>(null)
  const refuse = (faults: Faults) => setState((now) => afterAttempt(now, faults))

  const submit = async (element: HTMLFormElement) => {
    const values = new FormData(element)
    const found = form.check(values)
    setFailure(null)
    if (isFaulty(found)) return refuse(found)
    setBusy(true)
    const { data, error } = await form.send(values)
    if (error === null) {
      form.done(data as T, values)
      return
    }
    setBusy(false)
    const field = form.fieldsByCode[error.code]
    if (field !== undefined) return refuse({ [field]: (form.text ?? authErrorText)(error) })
    const names = error.fields.flatMap(({ path }) => (values.has(path) ? [path] : []))
    refuse(Object.fromEntries(names.map((name) => [name, t('invalidField')])))
    if (names.length === 0) setFailure(error)
  }
  return {
    busy,
    failure,
    faults: state.faults as Readonly<Record<string, string | undefined>>,
    /** The properties of the `Form`. */
    props: {
      attempts: state.attempts,
      busy,
      onBlur: (name: string, element: HTMLFormElement) => setState((now) => afterBlur(now, name, form.check(new FormData(element)))),
      onEdit: (name: string) => setState((now) => afterChange(now, [name])),
      onSubmit: (element: HTMLFormElement) => void submit(element),
    },
  }
}

/** The text of a field, as typed. */
export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '')
