import type { ReactNode } from 'react'

/** A list of names and values, one per line. Skips items that are `false` or `null`. */
export function DescriptionList({ items }: { items: readonly (readonly [name: string, value: ReactNode] | false | null)[] }) {
  return (
    <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-12 gap-y-10 text-label">
      {items
        .filter((item) => item !== false && item !== null)
        .map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A bill: one line per item, right-aligned amounts, the total last. The currency is written once, in the name of the total. */
export function Bill(props: {
  lines: readonly {
    readonly name: ReactNode
    readonly note?: ReactNode
    readonly amount: ReactNode
    readonly quiet?: boolean | undefined
  }[]
  total: { readonly name: ReactNode; readonly amount: ReactNode }
}) {
  return (
    <dl className="grid gap-8 text-label">
      {props.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill have a fixed order and no state.
        <div className="flex justify-between gap-16" key={at}>
          <dt className={line.quiet ? 'text-muted' : undefined}>
            {line.name} {line.note !== undefined && <span className="text-muted">{line.note}</span>}
          </dt>
          <dd className={line.quiet ? 'text-muted' : undefined}>{line.amount}</dd>
        </div>
      ))}
      <div className="mt-4 flex justify-between gap-16 border-t border-line pt-12 text-body font-strong">
        <dt>{props.total.name}</dt>
        <dd>{props.total.amount}</dd>
      </div>
    </dl>
  )
}
