import { type Fault, type Faults, isFaulty } from './form-state.ts'

/** The condition that a field must meet: returns the message of its fault. `values` are those of the whole form. */
export type Rule<V, T> = (value: T, values: V) => Fault | undefined

/** The rules of a form, by field; of several for one field, the first that fails counts. */
export type Rules<V> = { readonly [K in keyof V]?: Rule<V, V[K]> | readonly Rule<V, V[K]>[] }

/** Checks the values against the rules; null if all hold. */
export function check<V extends object>(rules: Rules<V>, values: V): Faults | null {
  const faults: Record<string, Fault | undefined> = {}
  for (const name of Object.keys(rules) as (keyof V & string)[]) {
    const all = [rules[name]].flat() as (Rule<V, unknown> | undefined)[]
    for (const rule of all) faults[name] ??= rule?.(values[name], values)
  }
  return isFaulty(faults) ? faults : null
}

/** Text that is not only spaces. */
export const filled =
  (message: string) =>
  (value: string): string | undefined =>
    value.trim() === '' ? message : undefined

/** At least one of several. */
export const chosen =
  (message: string) =>
  (value: readonly unknown[] | ReadonlySet<unknown>): string | undefined =>
    ('size' in value ? value.size : value.length) === 0 ? message : undefined

/** Text, without the spaces around it, that matches; empty text does. */
export const matching =
  (pattern: RegExp, message: string) =>
  (value: string): string | undefined =>
    value.trim() === '' || pattern.test(value.trim()) ? undefined : message

/** An e-mail address, or nothing. The server checks more. */
export const email = (message: string) => matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, message)

/** A full URL of the web, or nothing. */
export const webUrl =
  (message: string) =>
  (value: string): string | undefined => {
    const url = value.trim()
    return url === '' || (/^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url)) ? undefined : message
  }
