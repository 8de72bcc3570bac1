import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { findIdBySlug } from '#identity/organizations/index.ts'
import { currentSequence, findEventsAfter, type LiveEvent, newWebhookSecret, signatureHeader } from '#operations/webhooks/index.ts'
import { monotonicMs, systemClock } from '#platform/clock.ts'
import { type DataCommand, type RemoteCommand, runWhereTheDataIs } from '../remote-command.ts'
import { onStopSignal } from '../stop-signal.ts'
import { exits, UsageFault, type Verb, type VerbResult } from '../verb.ts'

/** The time for which one request to the server waits for an event, and the interval at which it looks. */
const WAIT_MS = 20_000
const LOOK_MS = 250
const BATCH = 50
const TIMEOUT_MS = 15_000

const inputShape = z.object({ slug: z.string(), after: z.number().int().min(0).nullable() })
const resultShape = z.object({
  after: z.number(),
  events: z.array(z.object({ id: z.string(), type: z.string(), sequence: z.number(), body: z.string() })),
})

/**
 * Returns the next events of an organization after a sequence, and waits for them up to 20 seconds; without a sequence, where its events
 * are now. Rejects if no organization has the slug.
 */
export const followEvents: DataCommand = async (context, input) => {
  const { slug, after } = inputShape.parse(input)
  const platform = await context.platform()
  const organizationId = await findIdBySlug(platform.database.db, slug)
  if (organizationId === undefined) throw new Error(`No organization has the slug ${slug}.`)
  if (after === null) return resultOf(await currentSequence(platform.database.db, organizationId), [])
  const startMs = monotonicMs()
  for (;;) {
    const events = await findEventsAfter(platform, { organizationId, after, limit: BATCH })
    const isOver = context.control.signal.aborted || monotonicMs() - startMs > WAIT_MS
    if (events.length > 0 || isOver) return resultOf(events.at(-1)?.sequence ?? after, events)
    await wait(LOOK_MS)
  }
}

const resultOf = (after: number, events: readonly LiveEvent[]) => ({ lines: [], json: { after, events }, exitCode: exits.ok })

/** Where events are forwarded to: the URL, the secret that signs them, and the names that are sent; all of them without names. */
export interface ForwardTarget {
  readonly url: string
  readonly secret: string
  readonly names: ReadonlySet<string> | null
}

/** Sends an event to the developer's machine, signed as a delivery is, and returns what came of it. */
export async function forwardEvent({ url, secret }: ForwardTarget, { id, type, body }: LiveEvent): Promise<VerbResult> {
  const now = systemClock().now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader([secret], { id, timestamp, body }),
  }
  const startMs = monotonicMs()
  const sent = fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const answer = await sent.then(
    async (response) => {
      await response.body?.cancel()
      return { status: response.status, error: null }
    },
    (error: unknown) => ({ status: null, error: reasonOf(error) }),
  )
  const durationMs = Math.round(monotonicMs() - startMs)
  const time = now.toISOString().slice(11, 19)
  return {
    lines: [`${time}  ${type.padEnd(28)}  ${answer.status ?? answer.error}  ${durationMs} ms`],
    json: { id, type, ...answer, durationMs },
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** The stream of the events to follow; the tests replace the server. */
export interface EventStream {
  readonly slug: string
  readonly forwarding: ForwardTarget
  readonly signal: AbortSignal
  readonly report: (result: VerbResult) => void
}

/** Forwards the events of an organization from now on, in their order, until the signal aborts. */
export async function forwardEvents({ slug, forwarding, signal, report }: EventStream, run = runWhereTheDataIs): Promise<void> {
  const control = { onProgress: () => undefined, signal }
  const next = async (after: number | null) => {
    const command: RemoteCommand = { name: 'listen', run: followEvents, input: { slug, after } }
    return resultShape.parse((await run(command, control)).json)
  }
  let { after } = await next(null)
  while (!signal.aborted) {
    const found = await next(after)
    for (const event of found.events) {
      if (signal.aborted) return
      if (forwarding.names === null || forwarding.names.has(event.type)) report(await forwardEvent(forwarding, event))
    }
    after = found.after
  }
}

export const verb: Verb = {
  usage: '<url>',
  summary: 'Forwards the events of an organization to a URL, such as that of your own machine, and shows them.',
  options: {
    organization: { type: 'string', value: 'slug', sentence: 'The organization whose events are forwarded.' },
    events: { type: 'string', value: 'names', sentence: 'Only these events, separated by commas: order.paid,order.refunded.' },
    secret: { type: 'string', value: 'secret', sentence: 'Signs the events; without it a new one is printed.' },
  },
  args: 1,
  details: [
    'No webhook endpoint is needed, and nothing of it is recorded: each event is sent once, from this machine, as it happens.',
    'Bodies, headers and signatures are those of a delivery. Ctrl-C ends it. `guildhall trigger` makes events happen.',
  ],
  run: async ({ args: [url], options, report, print }) => {
    const { organization: slug, events, secret = newWebhookSecret() } = options
    if (url === undefined) throw new UsageFault('The URL is missing: guildhall listen http://localhost:3000/webhooks.')
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageFault(`'${url}' is not an http or https URL.`)
    if (typeof slug !== 'string') throw new UsageFault('--organization is missing.')
    const names = typeof events === 'string' ? new Set(events.split(',').map((name) => name.trim())) : null
    const stop = new AbortController()
    const release = onStopSignal(() => stop.abort())
    print(`Forwarding the events of ${slug} to ${url}. Ctrl-C ends it.`)
    print(`Their signing secret: ${secret}`)
    try {
      await forwardEvents({ slug, forwarding: { url, secret: String(secret), names }, signal: stop.signal, report })
    } finally {
      release()
    }
    return exits.ok
  },
}
