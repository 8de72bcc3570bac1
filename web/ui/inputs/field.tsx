import { createContext, type ReactNode, useContext, useId } from 'react'
import { useLanguage } from '../language.tsx'

interface FieldParts {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}
const FieldContext = createContext<FieldParts | null>(null)

/** What an input inside a `Field` takes over: its id, its descriptions, whether it is in error. Outside of one, nothing. */
export function useField() {
  const field = useContext(FieldContext)
  if (field === null) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

/**
 * A question: label above, the input as its child, below it the hint or, instead, the error. `optional` says so beside the label; `beside` puts
 * something there (a link). The input wires itself up.
 */
export function Field(props: {
  label: string
  children: ReactNode
  hint?: ReactNode | undefined
  error?: string | undefined
  optional?: boolean | undefined
  required?: boolean | undefined
  beside?: ReactNode | undefined
}) {
  const { label, children, hint, error, optional = false, required = false, beside } = props
  const { say } = useLanguage()
  const id = useId()
  const told = error !== undefined || hint !== undefined
  return (
    <FieldContext value={{ id, describedBy: told ? `${id}-told` : undefined, invalid: error !== undefined, required }}>
      <div className="grid min-w-0 content-start gap-6">
        <div className="flex items-baseline justify-between gap-12">
          <label className="text-label font-strong" htmlFor={id}>
            {label}
          </label>
          {beside === undefined ? (
            optional && <span className="text-caption text-muted">{say('optional')}</span>
          ) : (
            <span className="text-label">{beside}</span>
          )}
        </div>
        {children}
        {told && (
          <p className={error === undefined ? 'text-caption text-muted' : 'text-caption text-bad'} id={`${id}-told`}>
            {error ?? hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** The frame around what one types in. */
export const inputFrame =
  'flex w-full min-w-0 items-center gap-8 rounded-control border bg-surface px-10 has-disabled:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent has-[[aria-invalid]]:border-bad'
/** The input inside the frame: the frame shows its focus. */
export const bareInput = 'h-full w-full min-w-0 flex-1 bg-transparent outline-none'
