import type { ReactNode } from 'react'

/** One component in its states, under its name. `stack` puts them below each other. */
export function Sample({ name, children, stack = false }: { name: string; children: ReactNode; stack?: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h3 className="text-caption text-muted">{name}</h3>
      <div className={stack ? 'grid grid-cols-[minmax(0,1fr)] gap-12' : 'flex flex-wrap items-center gap-12'}>{children}</div>
    </div>
  )
}
