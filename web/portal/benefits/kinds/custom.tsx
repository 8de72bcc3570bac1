import { lazy, Suspense } from 'react'
import type { GrantContentProps } from './kind.ts'

const Markdown = lazy(() => import('../markdown.tsx'))

/** A note of the merchant; its text as it is until what formats it is loaded. */
export function Note({ grant }: GrantContentProps<'custom'>) {
  const { note } = grant.benefit.properties
  if (note === null) return null
  return (
    <Suspense fallback={<p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}>
      <Markdown text={note} />
    </Suspense>
  )
}
