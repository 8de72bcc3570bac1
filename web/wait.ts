const minute = 60

/**
 * The wait that a 429 response requests, as a message key and its count: seconds up to two minutes, then minutes. Null if it requests none.
 */
export function waitOf(error: { readonly status: number; readonly retryAfter: number | null }) {
  if (error.status !== 429 || error.retryAfter === null) return null
  const seconds = Math.max(1, Math.ceil(error.retryAfter))
  return seconds <= 2 * minute
    ? ({ key: 'waitSeconds', count: seconds } as const)
    : ({ key: 'waitMinutes', count: Math.ceil(seconds / minute) } as const)
}
