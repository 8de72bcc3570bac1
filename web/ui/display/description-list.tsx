import type { ReactNode } from 'react'

/** A list of names and values, one per line. Skips items that are `false` or `null`. */
export function DescriptionList({ items }: { items: readonly (readonly [name: string, value: ReactNode] | false | null)[] }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-12 gap-y-10 text-label">
      {items
        .filter((item) => item !== false && item !== null)
        .map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="min-w-0 break-words text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
