import { z } from 'zod'
import type { EventEntry } from '#server/events.ts'
import { page } from './markdown.ts'
import { type Schema, sampleOf } from './sample.ts'

const ABOUT =
  'What a webhook endpoint can be told, from the catalogue of facts. A delivery is a `POST` of `{"type", "timestamp", "data", "sequence"}`; `data` is the thing as it was when it happened, `sequence` increases per organization. It is signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Answer 2xx within 15 seconds; anything else is tried again, ten times in all.'

/** docs/reference/webhooks.md: every fact that becomes a webhook, with a sample of its payload. Other facts stay in the house. */
export function webhooksPage(facts: Readonly<Record<string, EventEntry>>): string {
  const told = Object.entries(facts).filter(([, { audience }]) => audience === 'merchant')
  const contents = told.map(([name]) => `- [${name}](#${name.replaceAll('.', '')})`).join('\n')
  const samples = told.map(([name, { payload }]) => `## ${name}\n\n\`\`\`json\n${sampleText(name, payload)}\n\`\`\``)
  return page('Webhooks', ABOUT, contents, ...samples)
}

function sampleText(type: string, payload: z.ZodType): string {
  const schema = z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  return JSON.stringify({ type, timestamp: '2026-01-15T12:00:00.000Z', data: sampleOf(schema), sequence: 1 }, null, 2)
}
