import { createContext, type ReactNode, useContext, useId } from 'react'
import { useLanguage } from '../language.tsx'

interface FieldState {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}
const FieldContext = createContext<FieldState | null>(null)

/** The props that an input takes from its `Field`: id, description, error state. Empty outside a `Field`. */
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
 * A form field: label above, the input as its child, and below it the error or the hint. `optional` adds that word beside the label;
 * `beside` puts other content there (a link). The input connects itself with `useField`.
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
  const { translate } = useLanguage()
  const id = useId()
  const hasText = error !== undefined || hint !== undefined
  return (
    <FieldContext value={{ id, describedBy: hasText ? `${id}-text` : undefined, invalid: error !== undefined, required }}>
      <div className="grid min-w-0 content-start gap-6">
        <div className="flex items-baseline justify-between gap-12">
          <label className="text-label font-strong" htmlFor={id}>
            {label}
          </label>
          {beside === undefined ? (
            optional && <span className="text-caption text-muted">{translate('optional')}</span>
          ) : (
            <span className="text-label [&_a]:underline [&_a]:decoration-current/40">{beside}</span>
          )}
        </div>
        {children}
        {hasText && (
          <p className={error === undefined ? 'text-caption text-muted' : 'text-caption text-bad'} id={`${id}-text`}>
            {error ?? hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** The class names of the frame around an input. */
export const inputFrame =
  'flex w-full min-w-0 items-center gap-8 rounded-control border bg-surface px-10 has-disabled:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent has-[[aria-invalid]]:border-bad'
/** The class names of the input inside the frame; the frame shows the focus. */
export const bareInput = 'h-full w-full min-w-0 flex-1 bg-transparent outline-none'
