import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isId } from '#kernel/id.ts'

/** Seconds for which a link can be used (behaviour Y6). */
export const LINK_SECONDS = 600

/** The grant of a link: a file to a customer, before `expires`, in whole Unix seconds. */
export interface DownloadLink {
  readonly fileId: string
  readonly customerId: string
  readonly expires: number
}

const EXPIRES = /^[1-9]\d{0,11}$/

/** The signature of a link: HMAC-SHA-256 over file, customer and expiry, joined by dots, in base64url (behaviour Y6). */
export function signatureOf({ fileId, customerId, expires }: DownloadLink, key: KeyObject): string {
  return createHmac('sha256', key).update(`${fileId}.${customerId}.${expires}`).digest('base64url')
}

/** The token of a link: what is signed, and its signature. */
export function tokenOf(link: DownloadLink, key: KeyObject): string {
  return `${link.fileId}.${link.customerId}.${link.expires}.${signatureOf(link, key)}`
}

/** The link of a token that one of the keys has signed; undefined for any other text. It may have expired. */
export function linkOf(token: string, keys: readonly KeyObject[]): DownloadLink | undefined {
  const [fileId = '', customerId = '', expires = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isId(fileId) || !isId(customerId) || !EXPIRES.test(expires)) return undefined
  const link = { fileId, customerId, expires: Number(expires) }
  return keys.some((key) => isSame(signatureOf(link, key), signature)) ? link : undefined
}

/** Whether a link can still be used at `now`, in Unix seconds: it has expired at `expires` itself. */
export function isLive({ expires }: Pick<DownloadLink, 'expires'>, now: number): boolean {
  return now < expires
}

function isSame(expected: string, candidate: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(candidate)]
  return left.length === right.length && timingSafeEqual(left, right)
}
