import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kernel/refusal.ts'
import type { Platform } from '../../platform.ts'
import { classifyFault } from '../fault.ts'
import { refusals } from '../guard/refusals.ts'
import { bearerToken } from '../recognize.ts'
import type { AnsweredRequest } from '../request-context.ts'

/** A gauge that is read when the metrics are requested: waiting jobs, events that are not relayed yet. */
export interface GaugeReading {
  /** The name of the metric without the prefix `guildhall_`. */
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Records answers. */
export interface Metrics {
  observe(answered: AnsweredRequest): void
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Serves `/metrics` for Prometheus to callers with METRICS_TOKEN. Without the setting the path is not found. */
export function mountMetrics(app: FastifyInstance, { settings, secrets }: Platform, read: () => Promise<readonly GaugeReading[]>): Metrics {
  const token = settings.METRICS_TOKEN
  if (token === undefined) return { observe: () => undefined }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = metersOf(registry)
  const shown: string[] = []
  app.get('/metrics', async (request, reply) => {
    request.requestContext.name = 'metrics'
    const bearer = bearerToken(request.requestContext.request.headers) ?? ''
    if (!timingSafeEqual(Buffer.from(secrets.digest(bearer)), Buffer.from(secrets.digest(token))))
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

// While the database is unavailable the metrics of this process are still served, without those that need the database.
async function readingsOf(read: () => Promise<readonly GaugeReading[]>): Promise<readonly GaugeReading[]> {
  const answering = (value: number): GaugeReading => ({ name: 'database_up', help: 'Whether the database answers.', values: [{ value }] })
  try {
    return [...(await read()), answering(1)]
  } catch (error) {
    if (classifyFault(error) === 'unexpected') throw error
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
    help: 'Round trips of answers to the database, COMMIT included.',
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

function set(registry: Registry, { name, help, values }: GaugeReading): string {
  const full = `guildhall_${name}`
  const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels ?? {})))]
  const gauge = new Gauge({ name: full, help, labelNames, registers: [registry] })
  for (const { labels, value } of values) gauge.set(labels ?? {}, value)
  return full
}
