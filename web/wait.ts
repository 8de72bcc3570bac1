const minute = 60

/** How long the server asks to wait, as a sentence's key and its count; null where it does not ask. Beyond two minutes seconds are noise. */
export function waitOf(error: { readonly status: number; readonly retryAfter: number | null }) {
  if (error.status !== 429 || error.retryAfter === null) return null
  const seconds = Math.max(1, Math.ceil(error.retryAfter))
  return seconds <= 2 * minute
    ? ({ key: 'waitSeconds', count: seconds } as const)
    : ({ key: 'waitMinutes', count: Math.ceil(seconds / minute) } as const)
}
