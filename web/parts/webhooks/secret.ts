const BYTES = 32

/** A new signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
