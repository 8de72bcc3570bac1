import { createAuth } from '#client/auth.ts'
import { createBilling } from '#client/billing.ts'
import { createHttp } from '#client/http.ts'
import { createSignals } from '#client/signals.ts'

/** What every call of a page goes through. Reading is tried again twice, quickly; writing only with a key. */
export const http = createHttp({ retry: { type: 'exponential', attempts: 2, baseDelay: 300, maxDelay: 1500 } })
export const signals = createSignals()

/** The one client of a page. The calls for one's own account come with its screens (`web/account/client.ts`): every other page would pay for them. */
export const client = { ...createBilling(http), auth: createAuth(http, signals), signals }
