import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const readers = new Set<() => void>()

function read(): Theme {
  const set = document.documentElement.dataset['theme']
  return set === 'light' || set === 'dark' ? set : 'system'
}

/** Sets the theme for this browser; `system` follows it. The inline script of each page reads the same value before anything is drawn. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
  for (const each of readers) each()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((reader) => {
    readers.add(reader)
    return () => readers.delete(reader)
  }, read)
