// What the jobs of this room are ordered with. Their handlers are in jobs.ts, above the actions that order them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

const named = z.object({ organizationId: id, paymentId: id })

/** An event in the inbox is worked on. */
export const workEvent = { kind: 'payments:work-event', payload: z.object({ organizationId: id, eventId: id }) }

/** The processor is asked about an attempt that it gave no certain answer on. */
export const askAbout = { kind: 'payments:ask-about', payload: named }

/** A second payment for what was paid already goes back. */
export const refundTwice = { kind: 'payments:refund-duplicate', payload: named }
