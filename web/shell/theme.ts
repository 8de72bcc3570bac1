import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

function read(): Theme {
  const set = document.documentElement.dataset['theme']
  return set === 'light' || set === 'dark' ? set : 'system'
}

/**
 * Sets the theme in this browser; `system` follows the browser. The inline script of each page applies the stored value before the first
 * paint.
 */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
  for (const each of listeners) each()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
