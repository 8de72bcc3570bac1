import { useEffect } from 'react'

/** Sets the window title while the page is mounted. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
