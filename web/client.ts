import { createAuth } from '#client/auth.ts'
import { createBilling } from '#client/billing.ts'
import { createHttp } from '#client/http.ts'
import { createSignals } from '#client/signals.ts'

/** The HTTP client of the page. Retries reads twice, with short delays, and writes only if they carry an idempotency key. */
export const http = createHttp({ retry: { type: 'exponential', attempts: 2, baseDelay: 300, maxDelay: 1500 } })
export const signals = createSignals()

/** The API client of the page. The account calls are separate (`web/account/client.ts`), so that other pages do not load them. */
export const client = { ...createBilling(http), auth: createAuth(http, signals), signals }
