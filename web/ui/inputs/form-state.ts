/** The message of a field, or of each row of a list of rows by its id. */
export type Fault = string | Readonly<Record<string, string>>

/** Messages by the name of the field. */
export type Faults = Readonly<Record<string, Fault | undefined>>

/** The state of a form besides its values. */
export interface FormState {
  readonly faults: Faults
  /** The fields that were changed. A field that a user only passes through has no fault. */
  readonly edited: ReadonlySet<string>
  /** Grows with each failed attempt to submit; the focus then moves to the first invalid field. */
  readonly attempts: number
}

/** The state of an untouched form. */
export const untouched: FormState = { faults: {}, edited: new Set(), attempts: 0 }

/** After a change of these fields: their faults end. */
export function afterChange(state: FormState, names: readonly string[]): FormState {
  const faults = Object.fromEntries(Object.entries(state.faults).filter(([name]) => !names.includes(name)))
  return { ...state, faults, edited: new Set([...state.edited, ...names]) }
}

/** After a field lost the focus: it has the fault that a check of the form found there, if the user changed it. */
export function afterBlur(state: FormState, name: string, found: Faults): FormState {
  if (!state.edited.has(name)) return state
  return { ...state, faults: { ...state.faults, [name]: found[name] } }
}

/** After an attempt to submit that failed with these faults, found by the form or by the server. */
export const afterAttempt = (state: FormState, faults: Faults): FormState => ({ ...state, faults, attempts: state.attempts + 1 })

/** Whether a check found anything. */
export const isFaulty = (faults: Faults): boolean => Object.values(faults).some((fault) => fault !== undefined)
