import { CopyButton } from '../actions/copy-button.tsx'

const maxUncutLength = 16

/**
 * An identifier in monospace, truncated in the middle if long, with a button that copies it in full. `name` is the label for screen readers
 * ("Order id").
 */
export function Id({ value, name, full = false }: { value: string; name: string; full?: boolean }) {
  const text = full || value.length <= maxUncutLength ? value : `${value.slice(0, 8)}…${value.slice(-4)}`
  return (
    <span className="-my-2 inline-flex max-w-full items-center gap-4 font-mono text-caption leading-20">
      <span className="min-w-0 truncate" title={text === value ? undefined : value}>
        {text}
      </span>
      <CopyButton name={name} small value={value} />
    </span>
  )
}
