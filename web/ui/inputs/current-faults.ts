import { useState } from 'react'

/**
 * The faults that are still current: a fault of a field ends when its value changes. `faults` is what the last attempt to send found, a new
 * object for each attempt; `values` are the values of the form under the same names. Faults without a value (of the whole form) stay.
 */
export function useCurrentFaults<F extends object>(faults: F, values: object): F {
  const [attempt, setAttempt] = useState({ faults, values })
  if (attempt.faults === faults) return currentFaults(faults, attempt.values, values)
  setAttempt({ faults, values })
  return faults
}

/** The faults whose values are the same as at the attempt; of a list of rows with ids, each row by itself. */
export function currentFaults<F extends object>(faults: F, before: object, now: object): F {
  const entries = Object.entries(faults).flatMap(([name, fault]) => {
    const [old, value] = [Reflect.get(before, name), Reflect.get(now, name)]
    if (old === value) return [[name, fault]]
    if (!isRows(old) || !isRows(value) || typeof fault !== 'object') return []
    const same = new Set(value.filter((row) => old.includes(row)).map(({ id }) => id))
    const left = Object.entries(fault as object).filter(([id]) => same.has(id))
    return left.length === 0 ? [] : [[name, Object.fromEntries(left)]]
  })
  return Object.fromEntries(entries) as F
}

function isRows(value: unknown): value is readonly { readonly id: string }[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'id' in row)
}
