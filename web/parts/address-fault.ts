import type { Result } from '#client/index.ts'

/** Calls that ask for an address and nothing else refuse a wrong one as a fault of form; this names it by what it is. */
export function asAddressFault<T>(result: Result<T>): Result<T> {
  if (result.error?.code !== 'VALIDATION_ERROR') return result
  return { data: null, error: { ...result.error, code: 'INVALID_EMAIL', fields: [] } }
}
