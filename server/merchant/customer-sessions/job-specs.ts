import { z } from 'zod'

/** Sends the code of one request. Enqueued for the emails of customers and of others alike. */
export const sendSessionCodeSpec = { kind: 'customer-sessions:send-code', payload: z.object({ sealed: z.string() }) }
