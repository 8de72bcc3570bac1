import type { z } from 'zod'
import type { EventEntry } from '#contract/events.ts'
import { additionalEventTypes } from '#contract/webhook-events.ts'
import { sampleOfPayload } from '#platform/http/documents/sample.ts'
import { page } from './markdown.ts'

const ABOUT =
  'The webhook events, from the catalogue of domain events: first those for merchants, then those about accounts and organizations, which only the endpoints of the operator get. A delivery is a `POST` of `{"type", "timestamp", "data", "sequence"}`; `data` is the resource at the time of the event, `sequence` increases per organization, and over all events for the operator. It is signed according to Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Answer 2xx within 15 seconds; otherwise the delivery is retried, with ten attempts in all.'

/** docs/reference/webhooks.md: every domain event that is sent to webhooks, with a sample of its payload. Internal events are left out. */
export function webhooksPage(events: Readonly<Record<string, EventEntry>>): string {
  const of = (audience: EventEntry['audience']) => Object.entries(events).filter(([, entry]) => entry.audience === audience)
  const published = [...of('merchant'), ...of('operator')]
  const noteOf = (name: string) => {
    if (additionalEventTypes.some((added) => added === name)) return ', by `additional_events` of the endpoint'
    return events[name]?.audience === 'operator' ? ', for the operator' : ''
  }
  const contents = published.map(([name]) => `- [${name}](#${name.replaceAll('.', '')})${noteOf(name)}`).join('\n')
  const samples = published.map(([name, { payload }]) => `## ${name}\n\n\`\`\`json\n${sampleText(name, payload)}\n\`\`\``)
  return page('Webhooks', ABOUT, contents, ...samples)
}

function sampleText(type: string, payload: z.ZodType): string {
  return JSON.stringify({ type, timestamp: '2026-01-15T12:00:00.000Z', data: sampleOfPayload(payload), sequence: 1 }, null, 2)
}
