import type { Result } from '#client/index.ts'

/** Calls whose only field is an email refuse an invalid one with VALIDATION_ERROR; this maps the code to INVALID_EMAIL. */
export function asEmailFault<T>(result: Result<T>): Result<T> {
  if (result.error?.code !== 'VALIDATION_ERROR') return result
  return { data: null, error: { ...result.error, code: 'INVALID_EMAIL', fields: [] } }
}
