import { isId } from '#kernel/id.ts'
import { redactedText } from './redaction.ts'

const DETAIL_LENGTH = 500
const ERROR_LENGTH = 100

/**
 * The path of a call as it is recorded: `/v1/products/{id}` with its ids. Any other parameter may be personal or a secret and is shown
 * by its name. `route` has the form `/v1/products/:id`.
 */
export function recordedPath(route: string, params: unknown): string {
  const values = params as Readonly<Record<string, unknown>>
  return route.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'string' && isId(value) ? value.toLowerCase() : `{${name}}`
  })
}

/** The error that a refused call answered. */
export interface CallError {
  readonly error: string | null
  readonly errorDetail: string | null
}

const noError: CallError = { error: null, errorDetail: null }

/** The error of an answer: its code and its detail as one text. None for a status below 400 or an answer in another form. */
export function errorOf(status: number, answer: string): CallError {
  if (status < 400) return noError
  try {
    const { error, detail } = JSON.parse(answer) as { readonly error?: unknown; readonly detail?: unknown }
    return {
      error: typeof error === 'string' ? error.slice(0, ERROR_LENGTH) : null,
      errorDetail: bounded(Array.isArray(detail) ? detail.map(problemText).join(' ') : typeof detail === 'string' ? detail : ''),
    }
  } catch {
    return noError
  }
}

function problemText(problem: { readonly loc?: readonly unknown[]; readonly msg?: unknown }): string {
  return `${(problem.loc ?? []).join('.')}: ${String(problem.msg)}.`
}

function bounded(detail: string): string | null {
  return detail === '' ? null : redactedText(detail).slice(0, DETAIL_LENGTH).toWellFormed()
}
