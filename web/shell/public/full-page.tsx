import type { ReactNode } from 'react'

/** A message alone on an empty page: not found, failed, offline. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-24 py-32 max-wide:place-items-start max-wide:px-16">
      <div className="mx-auto w-reading max-w-full">{children}</div>
    </main>
  )
}
