import { type ReactNode, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Code } from './code.tsx'

const openDepth = 2

/** JSON, indented and coloured; objects deeper than two levels are collapsed until clicked. Copies the full text. `name` is its label. */
export function JsonView({ value, name }: { value: unknown; name: string }) {
  return (
    <Code name={name} text={JSON.stringify(value, null, 2) ?? 'null'}>
      <JsonValue depth={0} value={value} />
    </Code>
  )
}

function JsonValue({ value, depth }: { value: unknown; depth: number }): ReactNode {
  if (typeof value === 'string') return <span className="text-good">{JSON.stringify(value)}</span>
  if (typeof value === 'number' || typeof value === 'boolean') return <span>{String(value)}</span>
  if (value === null || value === undefined) return <span className="text-muted">null</span>
  return <Nested depth={depth} value={value} />
}

function Nested({ value, depth }: { value: object; depth: number }) {
  const { translate } = useLanguage()
  const list = Array.isArray(value)
  const entries = Object.entries(value)
  const [open, setOpen] = useState(depth < openDepth)
  const [before, after] = list ? '[]' : '{}'
  if (entries.length === 0) return `${before}${after}`
  if (!open) {
    return (
      <button className="rounded-key text-muted hover:bg-hover" onClick={() => setOpen(true)} type="button">
        {before} {translate(list ? 'items' : 'fields', { count: entries.length })} {after}
      </button>
    )
  }
  const indent = '  '.repeat(depth + 1)
  return (
    <>
      {before}
      {entries.map(([key, inner], at) => (
        <span key={key}>
          {`\n${indent}`}
          {!list && (
            <>
              <span className="text-accent">{JSON.stringify(key)}</span>
              {': '}
            </>
          )}
          <JsonValue depth={depth + 1} value={inner} />
          {at < entries.length - 1 && ','}
        </span>
      ))}
      {`\n${'  '.repeat(depth)}${after}`}
    </>
  )
}
