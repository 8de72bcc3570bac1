/** A shell command that creates an endpoint. `origin`: the origin of this Guildhall server. */
export const createSnippet = (origin: string): string =>
  `curl ${origin}/v1/webhooks/endpoints \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{ "url": "https://example.com/webhooks", "format": "raw",
        "secret": "'"$WEBHOOK_SECRET"'",
        "events": ["order.paid", "customer.created"] }'`

/** Code samples that check the signature of a request, by name; `line` is what the receiver does with the event. */
export const checksFor = (line: string) => ({
  standard: `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

// body: the text exactly as it arrived; throws when the signature is wrong
const event = webhook.verify(body, request.headers)
${line}`,
  published: `import { validateEvent } from '@polar-sh/sdk/webhooks'

// body: the text exactly as it arrived; throws when the signature is wrong
const event = validateEvent(body, request.headers, process.env.WEBHOOK_SECRET)
${line}`,
  bare: `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers

// body: the text exactly as it arrived
const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest()
const isSigned = signatures.split(' ').some((one) => {
  const received = Buffer.from(one.replace('v1,', ''), 'base64')
  return received.length === expected.length && timingSafeEqual(received, expected)
})
const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300`,
})

export type Check = keyof ReturnType<typeof checksFor>

/** A shell command that sends a request with an invalid signature, which the receiver must refuse. */
export const forgedSnippet = (url: string, type: string): string =>
  `curl -i ${url} \\
  -H "Content-Type: application/json" \\
  -H "webhook-id: 00000000-0000-7000-8000-000000000000" \\
  -H "webhook-timestamp: $(date +%s)" -H "webhook-signature: v1,AAAA" \\
  -d '{ "type": "${type}", "data": {} }'`

/** A shell command that repeats an attempt with its own headers. */
export function attemptSnippet(url: string, headers: Readonly<Record<string, string>>, body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`)
  return [`curl ${quoted(url)} \\`, ...lines, `  -d ${quoted(body)}`].join('\n')
}
