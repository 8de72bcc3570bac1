import { CopyButton } from '../actions/copy-button.tsx'
import { linkClass } from '../actions/link.tsx'

const maxUncutLength = 16

/**
 * An identifier in monospace, truncated in the middle if long, with a button that copies it in full. `name` is the label for screen readers
 * ("Order id"). `href`: the page of what it identifies.
 */
export function Id(props: { value: string; name: string; full?: boolean; href?: string | undefined }) {
  const { value, name, full = false, href } = props
  const text = full || value.length <= maxUncutLength ? value : `${value.slice(0, 8)}…${value.slice(-4)}`
  const title = text === value ? undefined : value
  return (
    <span className="-my-2 inline-flex max-w-full items-center gap-4 font-mono text-caption leading-20">
      {href === undefined ? (
        <span className="min-w-0 truncate" title={title}>
          {text}
        </span>
      ) : (
        <a className={`${linkClass} min-w-0 truncate`} href={href} title={title}>
          {text}
        </a>
      )}
      <CopyButton name={name} small value={value} />
    </span>
  )
}
