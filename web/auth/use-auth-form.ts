import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { refusedText } from './refusal.ts'

type Faults = Readonly<Record<string, string | undefined>>

/**
 * The state of a form that the server checks: what is wrong with which field, what is wrong with the whole, and whether it is under way. `check` looks
 * at the typed values first; `send` makes the call; `placed` names the field that an error code belongs to, and `text` says the refusals that the page
 * can meet.
 */
export function useAuthForm<T>(form: {
  check: (values: FormData) => Faults
  send: (values: FormData) => Promise<Result<T>>
  done: (data: T, values: FormData) => void
  placed: Readonly<Record<string, string>>
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
    const place = form.placed[error.code]
    if (place !== undefined) setFaults({ [place]: (form.text ?? refusedText)(error) })
    else if (error.fields.length > 0) setFaults(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])))
    else setFailure(error)
  }
  return { busy, faults, failure, submit: (element: HTMLFormElement) => void submit(element) }
}

/** The text of a field, as typed (a password) or without the spaces around it. */
export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '')
