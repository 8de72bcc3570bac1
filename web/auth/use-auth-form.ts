import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { t } from '#web/shell/public/messages.ts'
import { authErrorText } from './refusal.ts'

type Faults = Readonly<Record<string, string | undefined>>

/**
 * The state of a form that the server validates: errors by field, the error of the whole form, and whether it is being submitted. `check`
 * validates the values first; `send` makes the call; `fieldsByCode` maps an error code to its field, and `text` translates the refusals
 * that the page can receive.
 */
export function useAuthForm<T>(form: {
  check: (values: FormData) => Faults
  send: (values: FormData) => Promise<Result<T>>
  done: (data: T, values: FormData) => void
  fieldsByCode: Readonly<Record<string, string>>
  text?: (error: CallError) => string
}) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<CallError | null>(null)

  const submit = async (element: HTMLFormElement) => {
    const values = new FormData(element)
    const found = form.check(values)
    setFaults({ ...found })
    setFailure(null)
    if (Object.values(found).some((fault) => fault !== undefined)) return
    setBusy(true)
    const { data, error } = await form.send(values)
    if (error === null) {
      form.done(data as T, values)
      return
    }
    setBusy(false)
    const field = form.fieldsByCode[error.code]
    if (field !== undefined) setFaults({ [field]: (form.text ?? authErrorText)(error) })
    else {
      const names = error.fields.flatMap(({ path }) => (values.has(path) ? [path] : []))
      if (names.length > 0) setFaults(Object.fromEntries(names.map((name) => [name, t('invalidField')])))
      else setFailure(error)
    }
  }
  return { busy, faults, failure, submit: (element: HTMLFormElement) => void submit(element) }
}

/** The text of a field, as typed. */
export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '')
