import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#kernel/refusal.ts'
import type { Platform } from '../../platform.ts'
import { faultOf } from '../fault.ts'
import { refusals } from '../guard/refusals.ts'
import { bearerToken } from '../recognize.ts'
import type { AnsweredRequest } from '../request-context.ts'

/** A number that is asked for when the metrics are read: jobs that wait, facts not yet handed on. */
export interface Reading {
  /** With `guildhall_` in front it is the metric's name. */
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Measures answers. */
export interface Metrics {
  observe(answered: AnsweredRequest): void
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Serves `/metrics` for Prometheus to whoever has METRICS_TOKEN; without the setting there is nothing to find. */
export function mountMetrics(app: FastifyInstance, { settings, secrets }: Platform, read: () => Promise<readonly Reading[]>): Metrics {
  const token = settings.METRICS_TOKEN
  if (token === undefined) return { observe: () => undefined }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = metersOf(registry)
  const shown: string[] = []
  app.get('/metrics', async (request, reply) => {
    request.requestContext.name = 'metrics'
    const given = bearerToken(request.requestContext.request.headers) ?? ''
    if (!timingSafeEqual(Buffer.from(secrets.digest(given)), Buffer.from(secrets.digest(token))))
      throw new Refusal(refusals.ResourceNotFound)
    const readings = await readingsOf(read)
    for (const name of shown.splice(0)) registry.removeSingleMetric(name)
    for (const reading of readings) shown.push(set(registry, reading))
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  return metrics
}

// What this process knows of itself is told while the database is gone as well; what is asked of the database is then left out.
async function readingsOf(read: () => Promise<readonly Reading[]>): Promise<readonly Reading[]> {
  const answering = (value: number): Reading => ({ name: 'database_up', help: 'Whether the database answers.', values: [{ value }] })
  try {
    return [...(await read()), answering(1)]
  } catch (error) {
    if (faultOf(error) === 'unexpected') throw error
    return [answering(0)]
  }
}

function metersOf(registry: Registry): Metrics {
  const registers = [registry]
  const labelNames = ['route', 'method', 'status'] as const
  const requests = new Counter({ name: 'guildhall_http_requests_total', help: 'Answers, by route and status.', labelNames, registers })
  const durations = new Histogram({
    name: 'guildhall_http_request_duration_seconds',
    help: 'Time until an answer was ready.',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  })
  const messages = new Counter({
    name: 'guildhall_database_messages_total',
    help: 'Messages that answers sent to the database, BEGIN and COMMIT included.',
    labelNames: ['route'] as const,
    registers,
  })
  return {
    observe: ({ name, method, status, roundTrips: count, durationMs }) => {
      requests.inc({ route: name, method, status })
      durations.observe({ route: name }, durationMs / 1000)
      messages.inc({ route: name }, count)
    },
  }
}

function set(registry: Registry, { name, help, values }: Reading): string {
  const full = `guildhall_${name}`
  const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels ?? {})))]
  const gauge = new Gauge({ name: full, help, labelNames, registers: [registry] })
  for (const { labels, value } of values) gauge.set(labels ?? {}, value)
  return full
}
