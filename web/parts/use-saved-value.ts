import { useState } from 'react'

/**
 * Calls `replace` when the saved value changes, before the component is drawn: an uploaded picture is saved as a file, and the form
 * must then have its URL. `replace` may only set state of the same component.
 */
export function useSavedValue<T>(saved: T, replace: (saved: T) => void): void {
  const [last, setLast] = useState(saved)
  if (saved === last) return
  setLast(saved)
  replace(saved)
}
