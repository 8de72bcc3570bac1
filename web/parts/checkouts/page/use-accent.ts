import { useLayoutEffect } from 'react'
import { accentStyle } from './accent.ts'

/** Gives the page the merchant's colour: on the root, because notices and dialogs are outside of the component. */
export function useAccent(color: string | null): void {
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(accentStyle(color))) document.documentElement.style.setProperty(name, value)
  }, [color])
}
