import { CopyButton } from '../actions/copy-button.tsx'

const shownWhole = 16

/** An identifier in mono, cut in its middle when long, copied whole. `name` says what it is ("Order id") to readers of the button. */
export function Id({ value, name, whole = false }: { value: string; name: string; whole?: boolean }) {
  const shown = whole || value.length <= shownWhole ? value : `${value.slice(0, 8)}…${value.slice(-4)}`
  return (
    <span className="-my-2 inline-flex max-w-full items-center gap-4 font-mono text-caption leading-20">
      <span className="min-w-0 truncate" title={shown === value ? undefined : value}>
        {shown}
      </span>
      <CopyButton name={name} small value={value} />
    </span>
  )
}
