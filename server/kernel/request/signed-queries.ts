/**
 * The credentials that the query of a URL carries: tokens, codes, and what signs an address of an object store (`X-Amz-Signature`,
 * `X-Amz-Credential`, `X-Amz-Security-Token`, `X-Goog-Signature`, `AWSAccessKeyId`, `sig`); also in a URL that is a parameter of another.
 */
const SECRET_QUERY =
  /((?:[?&;]|%3f|%26)(?:[\w-]{0,60}(?:token|signature|credential|secret|accesskeyid|googleaccessid)|code|sig)(?:=|%3d))[^&#\s"'<>]+/gi
const HIDDEN = '[hidden]'

/** A text in which the credentials in the queries of URLs are redacted. */
export function withoutSignedQueries(text: string): string {
  return text.includes('=') || text.includes('%3') ? text.replace(SECRET_QUERY, `$1${HIDDEN}`) : text
}
