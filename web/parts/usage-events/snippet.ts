/** A shell command that sends a first event. `origin`: the origin of this Guildhall server. */
export const ingestSnippet = (origin: string): string =>
  `curl ${origin}/v1/events/ingest \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{ "events": [{ "name": "ai.tokens", "external_customer_id": "customer-17",
        "metadata": { "tokens": 1500, "model": "small" } }] }'`
