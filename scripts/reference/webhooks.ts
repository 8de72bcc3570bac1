import { z } from 'zod'
import type { FactEntry } from '#server/facts.ts'
import { page, table } from './markdown.ts'
import { type Schema, sampleOf } from './sample.ts'

const ABOUT =
  'What a webhook endpoint can be told, from the catalogue of facts. A delivery is a `POST` of `{"type", "timestamp", "data"}`; `data` is the thing as it was when it happened. It is signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Answer 2xx within 15 seconds; anything else is tried again, ten times in all.'

const AUDIENCES: readonly (readonly [audience: FactEntry['audience'], title: string])[] = [
  ['merchant', 'For merchants'],
  ['operator', 'For the operator'],
]

/** docs/reference/webhooks.md: every fact that leaves the house, with a sample of its payload. Internal facts are left out. */
export function webhooksPage(facts: Readonly<Record<string, FactEntry>>): string {
  const sections = AUDIENCES.flatMap(([audience, title]) => {
    const names = Object.entries(facts).filter(([, fact]) => fact.audience === audience)
    if (!names.length) return []
    return [`## ${title}`, ...names.map(([name, { payload }]) => `### ${name}\n\n\`\`\`json\n${sampleText(name, payload)}\n\`\`\``)]
  })
  const rows = Object.entries(facts).filter(([, fact]) => fact.audience !== 'internal')
  const contents = table(
    ['Event', 'Audience'],
    rows.map(([name, { audience }]) => [`\`${name}\``, audience]),
  )
  return page('Webhooks', ABOUT, contents, ...sections)
}

function sampleText(type: string, payload: z.ZodType): string {
  const schema = z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' }) as Schema
  return JSON.stringify({ type, timestamp: '2026-01-15T12:00:00.000Z', data: sampleOf(schema) }, null, 2)
}
