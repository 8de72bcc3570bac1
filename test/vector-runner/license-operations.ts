// The functions that implement the test vectors of license keys.
import { z } from 'zod'
import { Refusal } from '#kernel/refusal.ts'
import { expiryOf, licenseKeyOf, renewedExpiry } from '#sales/access/license-keys/key-format.ts'
import { activate, deactivate, validate } from '#sales/access/license-keys/rules.ts'
import { bind, type Operation } from './run.ts'

const instantText = z.string().transform((text) => new Date(text))
const secondsOf = (instant: Date) => instant.toISOString().replace('.000Z', 'Z')
const period = { ttl: z.number(), timeframe: z.enum(['year', 'month', 'day']) }

const requestShape = {
  key: z.object({
    status: z.enum(['granted', 'revoked', 'disabled']),
    expires_at: instantText.nullable(),
    limit_activations: z.number().nullable(),
    activations: z.number(),
    limit_usage: z.number().nullable(),
    usage: z.number(),
  }),
  request: z.object({
    now: instantText,
    action: z.enum(['validate', 'activate', 'deactivate']),
    increment_usage: z.number().default(0),
    concurrent: z.number().optional(),
  }),
}

export const licenseOperations: Readonly<Record<string, Operation>> = {
  'license.format': bind({ prefix: z.string().nullable(), uuid: z.string() }, ({ prefix, uuid }) => {
    const { key, displayKey } = licenseKeyOf(prefix, uuid)
    return { key, display_key: displayKey }
  }),
  'license.expires_at': bind({ granted_at: instantText, ...period }, ({ granted_at, ...each }) => secondsOf(expiryOf(granted_at, each))),
  'license.renewed_expiry': bind({ current: instantText, paid_at: instantText, ...period }, ({ current, paid_at, ...each }) =>
    secondsOf(renewedExpiry(current, paid_at, each)),
  ),
  'license.request': bind(requestShape, ({ key, request }) => (request.concurrent ? manyOf(key, request) : oneOf(key, request))),
}

type SentKey = z.output<typeof requestShape.key>
type SentRequest = z.output<typeof requestShape.request>

function oneOf(key: SentKey, request: SentRequest) {
  try {
    return { ok: true, ...outcomeOf(key, request) }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.code, http: error.status, ...error.extra }
    throw error
  }
}

/** The requests of many callers, one after the other, as the lock of the row orders them. */
function manyOf(key: SentKey, request: SentRequest) {
  let { activations } = key
  let accepted = 0
  for (let at = 0; at < (request.concurrent ?? 0); at += 1) {
    const outcome = oneOf({ ...key, activations }, request)
    if (!('ok' in outcome)) continue
    accepted += 1
    activations = outcome.activations ?? activations
  }
  return { ok: accepted, rejected: (request.concurrent ?? 0) - accepted, activations }
}

function outcomeOf(key: SentKey, { now, action, increment_usage }: SentRequest): { activations?: number; usage?: number } {
  const present = { status: key.status, expiresAt: key.expires_at, limitActivations: key.limit_activations, activations: key.activations }
  if (action === 'activate') return { activations: activate(present, now) }
  if (action === 'deactivate') {
    deactivate(present, {}, now)
    return { activations: key.activations - 1 }
  }
  const named = { benefitId: '', customerId: '', validations: 0, usage: key.usage, limitUsage: key.limit_usage }
  return { usage: validate({ ...present, ...named }, { conditions: {}, incrementUsage: increment_usage }, now).usage }
}
