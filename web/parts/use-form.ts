import { type ChangeEvent, useRef, useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { afterAttempt, afterBlur, afterChange, type Fault, type Faults, type FormState, untouched } from '#web/ui/inputs/form-state.ts'
import { check, type Rules } from '#web/ui/inputs/rules.ts'
import { type FaultTable, faultsOfRefusal } from './field-faults.ts'

type Name<V> = keyof V & string
/** The fields whose values are text, which inputs take as they are. */
type TextName<V> = { [K in Name<V>]: V[K] extends string ? (string extends V[K] ? K : never) : never }[Name<V>]

/** A form: what it holds, what must hold for it, where it goes and what a refusal means. */
export interface FormDeclaration<V, T> {
  readonly initial: V | (() => V)
  readonly rules: Rules<V>
  /** Sends the values. Null means that nothing was sent, and nothing happens. */
  readonly send: (values: V) => Promise<Result<T> | null>
  readonly onDone: (data: T, values: V) => unknown
  /** The fields to which refusals belong. */
  readonly refusals: FaultTable<Name<V>> | ((values: V) => FaultTable<Name<V>>)
  /** Takes a refusal that is not shown in the form; returns whether it did. */
  readonly onRefusal?: (error: CallError) => boolean
}

/**
 * The state of a form. Its fields are checked by `rules` when they lose the focus, if they were changed, and all of them at submit; a fault
 * ends when its field changes; the first invalid field takes the focus after a failed attempt. A refusal of the server belongs to a field
 * or to the form (`failure`).
 *
 * ```tsx
 * <AppForm {...form.props} focusFirst>
 *   <Field {...form.field('name')} label={t('name')} required>
 *     <TextInput {...form.text('name')} />
 *   </Field>
 *   <FormFailure text={form.failure} />
 * </AppForm>
 * ```
 */
export function useForm<V extends object, T>(declaration: FormDeclaration<V, T>) {
  const { rules, refusals } = declaration
  const [values, setValues] = useState(declaration.initial)
  const [state, setState] = useState(untouched)
  const [failure, setFailure] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  // A check that waits for the end of a click sees the values of that moment.
  const latest = useRef(values)

  /** Changes values; their faults end. Of a list of rows, only those of the rows that differ. */
  const set = (changes: Partial<V>) => {
    const before = latest.current
    latest.current = { ...before, ...changes }
    setValues(latest.current)
    setState((now) => afterChanges(now, before, changes))
  }
  const reset = (values: V) => {
    latest.current = values
    setValues(values)
    setState(untouched)
    setFailure(undefined)
  }
  const refuse = (faults: Faults, text?: string) => {
    setState((now) => afterAttempt(now, faults))
    setFailure(text)
  }
  const submit = async () => {
    const found = check(rules, values)
    if (found !== null) return refuse(found)
    setFailure(undefined)
    setBusy(true)
    const result = await declaration.send(values)
    if (result?.error === null) await declaration.onDone(result.data, values)
    setBusy(false)
    if (result?.error && !declaration.onRefusal?.(result.error)) {
      const table = typeof refusals === 'function' ? refusals(values) : refusals
      const { faults, form } = faultsOfRefusal(result.error, Object.keys(values) as Name<V>[], table)
      refuse(faults, form)
    }
  }
  return {
    values,
    busy,
    failure,
    set,
    reset,
    /** The properties of the `AppForm`. */
    props: {
      attempts: state.attempts,
      busy,
      onBlur: (name: string) => setState((now) => afterBlur(now, name, check(rules, latest.current) ?? {})),
      onSubmit: () => void submit(),
    },
    ...bindings(values, state.faults, set),
  }
}

/** The properties that connect fields and inputs with the form. */
function bindings<V extends object>(values: V, faults: Faults, set: (changes: Partial<V>) => void) {
  const faultOf = (name: Name<V>) => faults[name]
  return {
    /** The properties of the `Field` of a value. */
    field: (name: Name<V>) => {
      const fault = faultOf(name)
      return { error: typeof fault === 'string' ? fault : undefined }
    },
    /** The messages of a list of rows, by the ids of the rows. */
    rows: (name: Name<V>) => {
      const fault = faultOf(name)
      return typeof fault === 'object' ? fault : undefined
    },
    /** The properties of a `TextInput`, `Textarea` or `Select` that holds a text. */
    text: (name: TextName<V>) => ({
      name,
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set({ [name]: event.target.value } as Partial<V>),
    }),
  }
}

function afterChanges(state: FormState, before: object, changes: object): FormState {
  const names = Object.keys(changes)
  const rows = names.map((name) => [name, rowFaults(state.faults[name], Reflect.get(before, name), Reflect.get(changes, name))])
  const next = afterChange(state, names)
  return { ...next, faults: { ...next.faults, ...Object.fromEntries(rows) } }
}

/** The faults of the rows that a change left as they were; undefined if the value is no list of rows. */
export function rowFaults(fault: Fault | undefined, before: unknown, after: unknown): Fault | undefined {
  if (typeof fault !== 'object' || !isRows(before) || !isRows(after)) return undefined
  const same = new Set(after.filter((row) => before.includes(row)).map(({ id }) => id))
  const left = Object.entries(fault).filter(([id]) => same.has(id))
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

function isRows(value: unknown): value is readonly { readonly id: string }[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'id' in row)
}
