import { createClient } from '#client/index.ts'

/** The one client of a page. Reading is tried again twice, quickly; writing only with a key. */
export const client = createClient({ retry: { type: 'exponential', attempts: 2, baseDelay: 300, maxDelay: 1500 } })
